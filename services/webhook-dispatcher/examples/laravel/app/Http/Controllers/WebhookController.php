<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Log;

/** Receives webhooks. `config/services.php` needs `'receipts' => ['webhook_secret' => env('WEBHOOK_SECRET')]`. */
final class WebhookController
{
    private const TOLERANCE_SECONDS = 300;

    /** Work for later, by event type. Events can overtake each other: a job reads the present state from the API. */
    private const JOBS = [
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

    public function __invoke(Request $request): Response
    {
        if (!$this->isGenuine($request)) {
            return response()->noContent(401);
        }
        $this->store($request->getContent());
        return response()->noContent();
    }

    /** Checks that the sender knows our secret and signed exactly this body, within the last 5 minutes. */
    private function isGenuine(Request $request): bool
    {
        $id = (string) $request->header('webhook-id');
        $timestamp = (string) $request->header('webhook-timestamp');
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            return false;
        }
        if (abs(time() - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            return false;
        }
        $key = base64_decode(substr((string) config('services.receipts.webhook_secret'), strlen('whsec_')), true);
        if ($key === false || strlen($key) < 16) {
            throw new \RuntimeException('WEBHOOK_SECRET is not set');
        }
        // The raw bytes: parsing and serializing JSON changes them.
        $signed = "$id.$timestamp." . $request->getContent();
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
        // Two signatures while a secret is being rotated; one match is enough.
        foreach (explode(' ', (string) $request->header('webhook-signature')) as $given) {
            if (hash_equals($expected, $given)) {
                return true;
            }
        }
        return false;
    }

    /** Stores the event and its job in one transaction, once. Events of other types are kept without a job. */
    private function store(string $rawBody): void
    {
        ['id' => $id, 'type' => $type] = $event = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
        $isNew = DB::transaction(function () use ($id, $type, $event, $rawBody): bool {
            $row = ['event_id' => $id, 'type' => $type, 'body' => $rawBody];
            $isNew = DB::table('webhook_inbox')->insertOrIgnore($row) === 1;
            // A test has "test": true: nothing has happened, so no order is delivered.
            if ($isNew && isset(self::JOBS[$type]) && empty($event['test'])) {
                DB::table('webhook_jobs')->insert(['event_id' => $id, 'job' => self::JOBS[$type]]);
            }
            return $isNew;
        });
        Log::info(($isNew ? 'handled' : 'repeated') . " $id $type");
    }
}
