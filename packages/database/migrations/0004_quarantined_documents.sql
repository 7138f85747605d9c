-- Bank documents that no parser could read: the newest 20 of a bank, for 7 days. Nothing else keeps a bank's document.
create table quarantined_documents (
  id              text        primary key check (id like 'doc\_%'),
  bank            text        not null,
  verification_id text        not null,
  received_at     timestamptz not null default now(),
  -- The same document for other requests counts here instead of taking a place.
  times_seen      integer     not null default 1 check (times_seen >= 1),
  last_seen_at    timestamptz not null default now(),
  content_type    text        not null check (length(content_type) <= 100),
  -- What the parser complained of: labels and places, never a value of the document.
  reason          text        not null check (length(reason) <= 300),
  -- Of the document as it came, in bytes; of a longer one only the first 2 MiB are kept.
  size            bigint      not null check (size >= 0),
  -- Keyed, so that nobody finds out what a document says by hashing guesses.
  document_hash   bytea       not null check (octet_length(document_hash) = 32),
  -- Which key opens it.
  key_id          text        not null,
  -- 2 MiB, and what the encryption adds.
  ciphertext      bytea       not null check (octet_length(ciphertext) <= 2097152 + 64),
  unique (bank, document_hash)
);
create index quarantined_documents_newest on quarantined_documents (bank, received_at desc, id desc);
create index quarantined_documents_by_age on quarantined_documents (received_at);
