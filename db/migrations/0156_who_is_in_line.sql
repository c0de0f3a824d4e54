-- Who waits or was offered a place is few, however many places were ever taken: the job that ends waits looks at these
-- alone, each minute.
create index registrations_in_line on workshop_registrations (id) where status in ('waiting', 'offered');
