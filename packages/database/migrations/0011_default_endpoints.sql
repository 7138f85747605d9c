-- The default webhook is one row: the account's default endpoint. Processes of the version before do not know it: stop
-- them first.
drop trigger default_endpoint_of_new_user on users;
drop trigger default_endpoint_of_user on users;
drop function keep_default_endpoint();
alter table users drop column default_webhook_url;
