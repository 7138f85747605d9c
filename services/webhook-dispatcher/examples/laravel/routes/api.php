<?php

use App\Http\Controllers\WebhookController;
use Illuminate\Support\Facades\Route;

// Laravel adds the prefix: the URL ends in /api/webhooks. Routes of this file need no CSRF token.
Route::post('webhooks', WebhookController::class);
