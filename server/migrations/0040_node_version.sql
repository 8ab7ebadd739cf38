-- What the node calls itself, with its version. Null before the worker's first look.
alter table chain_health add column node_version text;
