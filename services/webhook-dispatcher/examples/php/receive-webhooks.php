<?php
// Receives webhooks: WEBHOOK_SECRET=whsec_… WEBHOOK_DATABASE=webhooks.sqlite php -S 127.0.0.1:3000 receive-webhooks.php
// PHP 8.1 or newer with pdo_sqlite, no packages. It also runs behind any web server.
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

// Work for later, by event type. Events can overtake each other: a job reads the present state from the API.
const JOBS = [
    'verification.completed' => 'use_decision',
    'verification.resolved' => 'use_decision',
    'batch.completed' => 'fetch_results',
    'deposit.created' => 'show_progress',
    'deposit.receipt_submitted' => 'show_progress',
    'deposit.receipt_rejected' => 'show_progress',
    'deposit.partially_paid' => 'show_progress',
    'deposit.review_required' => 'review_receipt',
    'deposit.confirmed' => 'deliver_order',
    'deposit.expired' => 'cancel_order',
    'deposit.canceled' => 'cancel_order',
    'deposit.late_receipt' => 'review_receipt',
    'bank_account.created' => 'warn_owner',
    'bank_account.updated' => 'warn_owner',
    'bank_account.deleted' => 'warn_owner',
    'profile.updated' => 'warn_owner',
    'account.registration_attempted' => 'warn_owner',
    'credits.low' => 'buy_credits',
];

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

/** Stores the event and its job in one transaction, once. Events of other types are kept without a job. */
function store(string $rawBody): void
{
    ['id' => $id, 'type' => $type] = $event = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
    $database = new PDO('sqlite:' . (getenv('WEBHOOK_DATABASE') ?: 'webhooks.sqlite'));
    $database->exec('create table if not exists webhook_inbox (event_id text primary key, type text not null, body text not null)');
    $database->exec('create table if not exists webhook_jobs (event_id text primary key, job text not null)');
    $database->beginTransaction(); // rolled back if an error ends the request
    $added = $database->prepare('insert into webhook_inbox values (?, ?, ?) on conflict do nothing');
    $added->execute([$id, $type, $rawBody]);
    $isNew = $added->rowCount() === 1;
    // A test has "test": true: nothing has happened, so no order is delivered.
    if ($isNew && isset(JOBS[$type]) && empty($event['test'])) {
        $database->prepare('insert into webhook_jobs values (?, ?)')->execute([$id, JOBS[$type]]);
    }
    $database->commit();
    file_put_contents('php://stderr', ($isNew ? 'handled' : 'repeated') . " $id $type\n");
}

// The raw bytes: parsing and serializing JSON changes them.
$rawBody = (string) file_get_contents('php://input');
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !isGenuine((string) getenv('WEBHOOK_SECRET'), $rawBody)) {
    http_response_code(401);
    return;
}
try {
    store($rawBody);
    http_response_code(204);
} catch (Throwable $error) {
    error_log($error->getMessage());
    http_response_code(500); // It is sent again.
}
