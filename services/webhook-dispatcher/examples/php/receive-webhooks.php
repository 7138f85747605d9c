<?php
// Receives webhooks: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 receive-webhooks.php
// PHP 8.1 or newer, no packages. It also runs behind any web server.
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Checks that the sender knows our secret and signed exactly this body, within the last 5 minutes. */
function isGenuine(string $secret, string $rawBody): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if ($key === false || strlen($key) < 16) {
        throw new RuntimeException('WEBHOOK_SECRET is not set');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    // Two signatures while a secret is being rotated; one match is enough.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** In your shop: a table with a unique column, written in the same transaction as the webhook's effects. */
function markerOf(string $id): string
{
    $directory = getenv('WEBHOOK_SEEN_DIR') ?: sys_get_temp_dir() . '/webhooks-seen';
    if (!is_dir($directory)) {
        @mkdir($directory, 0700, true);
    }
    return $directory . '/' . hash('sha256', $id);
}

function isNew(string $marker): bool
{
    if (@fopen($marker, 'x') !== false) {
        return true;
    }
    if (!file_exists($marker)) {
        throw new RuntimeException('WEBHOOK_SEEN_DIR cannot be written to');
    }
    return false;
}

// The raw bytes: parsing and serializing JSON changes them.
$rawBody = (string) file_get_contents('php://input');
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !isGenuine((string) getenv('WEBHOOK_SECRET'), $rawBody)) {
    http_response_code(401);
    return;
}
$id = $_SERVER['HTTP_WEBHOOK_ID'];
$marker = markerOf($id);
try {
    if (isNew($marker)) {
        $body = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
        $event = $body['event'] ?? $body['type']; // deposit events have a type
        file_put_contents('php://stderr', "handled $id $event\n"); // queue slow work, then respond
    }
    http_response_code(204);
} catch (Throwable $error) {
    // Forget a failed delivery, so that it is handled when it is sent again.
    @unlink($marker);
    error_log($error->getMessage());
    http_response_code(500);
}
