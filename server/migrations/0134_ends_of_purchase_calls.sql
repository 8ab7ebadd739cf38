-- When the call of a purchase without a clear answer ended. A purchase takes effect soon after its call or never. Null: nobody knows.
alter table purchase_attempts add column call_ended_at timestamp with time zone;
