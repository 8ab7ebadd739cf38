-- The contact of a report is deleted in time, and the facts of a review never change. Reviews show it from the report.
update reviews set facts = facts - 'contact' where kind = 'report';
