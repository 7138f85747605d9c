alter table api_keys validate constraint branch_of_account;
alter table bank_accounts validate constraint branch_of_account;
