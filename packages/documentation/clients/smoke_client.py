"""A merchant's program that uses the generated packages."""

import json
import sys

from checkout_client import AuthenticatedClient as CheckoutClient
from checkout_client.api.deposits import cancel_deposit, create_deposit
from checkout_client.models import (
    CancelDepositBody,
    CheckoutVersion,
    CreateDepositBody,
    DepositResponse,
    IdempotencyError,
)
from verification_client import AuthenticatedClient
from verification_client.api.credits_ import get_credit_balance
from verification_client.api.webhooks import create_webhook_listener, list_account_events
from verification_client.api.verification import get_verification, list_verifications, submit_verification
from verification_client.models import (
    AccountEventPage,
    BankCode,
    CompletedVerificationResponse,
    CreateWebhookListenerBody,
    Expectation,
    InvalidApiKeyError,
    InvalidSubmissionError,
    SubmitVerificationBody,
    VerificationHistoryItemList,
    VerificationStatus,
    VerificationStatusRecordResponse,
    WebhookListenerResponse,
)

url, api_key, checkout_key, reference = sys.argv[1:]


def receipts_with(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=url, token=key, prefix="", auth_header_name="x-api-key")


def expect(response, kind):
    assert isinstance(response.parsed, kind), f"{response.status_code} {response.content}"
    return response.parsed


receipts = receipts_with(api_key)
body = SubmitVerificationBody(
    bank="telebirr",
    reference=reference,
    expect=Expectation(amount="1000000.00", max_age_minutes=525_600),
)
submitted = expect(
    submit_verification.sync_detailed(client=receipts, body=body, wait_ms=10_000),
    CompletedVerificationResponse,
)
[result] = submitted.data
read = expect(
    get_verification.sync_detailed(submitted.request_id, client=receipts), VerificationStatusRecordResponse
)
listed = expect(
    list_verifications.sync_detailed(
        client=receipts, bank=BankCode.TELEBIRR, status=VerificationStatus.SUCCESS, limit=10
    ),
    VerificationHistoryItemList,
)

told = expect(
    list_account_events.sync_detailed(client=receipts, subject=submitted.request_id, type_="verification.*"),
    AccountEventPage,
)


def listener():
    response = create_webhook_listener.sync_detailed(
        client=receipts, body=CreateWebhookListenerBody(), idempotency_key="listener-1"
    )
    return expect(response, WebhookListenerResponse).data


listeners = [listener(), listener()]

refused = get_credit_balance.sync_detailed(client=receipts_with("rvk_unknown"))
wrong = SubmitVerificationBody(bank="cbe", reference="FT26061AB12C", suffix="1")
invalid = submit_verification.sync_detailed(client=receipts, body=wrong)

checkout = CheckoutClient(base_url=url, token=checkout_key)


def deposit_of(amount: str):
    return create_deposit.sync_detailed(
        client=checkout,
        body=CreateDepositBody(amount=amount, currency="ETB", reference="order-1042", expires_in_minutes=60),
        idempotency_key="order-1042",
        service_checkout_version=CheckoutVersion.V2026_06_01,
    )


made, again, conflict = deposit_of("1250.00"), deposit_of("1250.00"), deposit_of("1300.00")
deposit = expect(made, DepositResponse).data
canceled = cancel_deposit.sync_detailed(
    deposit.id,
    client=checkout,
    body=CancelDepositBody(),
    idempotency_key="order-1042-canceled",
)

print(
    json.dumps(
        {
            "submitted": {
                "status": result.status.value,
                "verified": submitted.verification.verified,
                "reference": result.reference_number,
                "decision": result.decision.value,
                "reasons": [reason.value for reason in result.decision_reasons],
                "proof": result.settlement_account_match.proof.value,
            },
            "read": {
                "processingStatus": read.data.processing_status.value,
                "sameRequest": read.data.request_id == submitted.request_id,
            },
            "listed": {"total": listed.meta.total, "banks": [item.bank.value for item in listed.data]},
            "told": {
                "types": [event.type_.value for event in told.data],
                "sameRequest": told.data[0].payload["requestId"] == submitted.request_id,
            },
            "repeated": {"sameListener": listeners[0].id == listeners[1].id},
            "refused": {
                "http": refused.status_code,
                "code": expect(refused, InvalidApiKeyError).error.code.value,
            },
            "invalid": {
                "http": invalid.status_code,
                "code": expect(invalid, InvalidSubmissionError).error.code.value,
                "hasDetails": len(invalid.parsed.error.details) > 0,
            },
            "deposit": {
                "http": made.status_code,
                "status": deposit.status.value,
                "amount": deposit.amount,
                "banks": [option.bank.value for option in deposit.payment_options],
            },
            "replayed": {
                "http": again.status_code,
                "sameDeposit": expect(again, DepositResponse).data.id == deposit.id,
            },
            "conflict": {
                "http": conflict.status_code,
                "code": expect(conflict, IdempotencyError).error.code.value,
            },
            "canceled": {
                "http": canceled.status_code,
                "status": expect(canceled, DepositResponse).data.status.value,
            },
        }
    )
)
