-- True for a sign-in that was made with a link that no mail brought: nothing proves its address.
alter table users add column is_unconfirmed boolean not null default false;

-- True if the person who invited got the link, as there is no mail server.
alter table member_invitations add column is_by_link boolean not null default false;
