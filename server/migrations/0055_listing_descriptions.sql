-- What sellers say and show of a listing.
alter table listings add column description text;
alter table listings add constraint listings_description_check check (char_length(description) between 1 and 1000);

-- One picture of a listing, as WebP without metadata.
create table listing_pictures (
  listing_id uuid not null,
  id uuid not null,
  picture bytea not null,
  thumbnail bytea not null,
  constraint listing_pictures_pkey primary key (listing_id),
  constraint listing_pictures_size_check check (octet_length(picture) <= 2097152 and octet_length(thumbnail) <= 131072),
  constraint listing_pictures_listing_id_fkey foreign key (listing_id) references listings(id)
);
-- the files are compressed already
alter table listing_pictures alter column picture set storage external;
alter table listing_pictures alter column thumbnail set storage external;
