<?php
// Runs the files of this folder without a whole application, with Debian's php-laravel-framework:
//   WEBHOOK_SECRET=whsec_… WEBHOOK_DATABASE=webhooks.sqlite php -S 127.0.0.1:3000 server.php
// In an application copy the controller, the migration and the route.
declare(strict_types=1);

use Illuminate\Config\Repository;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Database\DatabaseServiceProvider;
use Illuminate\Filesystem\FilesystemServiceProvider;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Facade;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Facades\Schema;
use Illuminate\View\ViewServiceProvider;

// Laravel 8 on PHP 8.2: deprecations.
error_reporting(E_ALL & ~E_DEPRECATED);
require 'Illuminate/autoload.php';
require __DIR__ . '/app/Http/Controllers/WebhookController.php';

$databasePath = getenv('WEBHOOK_DATABASE') ?: 'webhooks.sqlite';
if (!file_exists($databasePath)) {
    touch($databasePath);
}
$app = new Application(__DIR__);
$app->instance('config', new Repository([
    'app' => ['debug' => false],
    'logging' => [
        'default' => 'stderr',
        'channels' => ['stderr' => [
            'driver' => 'monolog',
            'handler' => Monolog\Handler\StreamHandler::class,
            'with' => ['stream' => 'php://stderr'],
        ]],
    ],
    'database' => [
        'default' => 'sqlite',
        'connections' => ['sqlite' => ['driver' => 'sqlite', 'database' => $databasePath]],
    ],
    'view' => ['paths' => [], 'compiled' => sys_get_temp_dir()],
    'services' => ['receipts' => ['webhook_secret' => getenv('WEBHOOK_SECRET')]],
]));
$app->singleton(ExceptionHandler::class, Handler::class);
foreach ([DatabaseServiceProvider::class, FilesystemServiceProvider::class, ViewServiceProvider::class] as $provider) {
    $app->register($provider);
}
Facade::setFacadeApplication($app);
$app->boot();

if (!Schema::hasTable('webhook_inbox')) {
    (require __DIR__ . '/database/migrations/2026_01_01_000000_create_webhook_inbox.php')->up();
}
Route::prefix('api')->group(__DIR__ . '/routes/api.php');

$kernel = new class ($app, $app['router']) extends Kernel {
    protected $bootstrappers = [];
};
$request = Request::capture();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
