-- The language of a person's screens and notifications. Null: they have not signed in since languages exist.
alter table users add column language text check (language in ('en', 'es', 'pt-BR'));
