-- Gives deleted users the name that every screen and file shows. "deleted" could also be someone's name at Discord.
update users set username = 'Deleted account' where deleted_at is not null;
