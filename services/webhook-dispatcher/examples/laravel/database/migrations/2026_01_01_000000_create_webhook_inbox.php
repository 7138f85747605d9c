<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('webhook_inbox', function (Blueprint $table): void {
            $table->string('event_id', 40)->primary();
            $table->string('type', 80);
            $table->text('body');
        });
        Schema::create('webhook_jobs', function (Blueprint $table): void {
            $table->string('event_id', 40)->primary();
            $table->string('job', 40);
        });
    }
};
