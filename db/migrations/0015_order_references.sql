-- Why: a reference drawn at random meets one that is taken sooner than one thinks (with 2,000,000 orders every 2,300th
-- time), and the order that drew it fails. References are made of running numbers now, which never meet. A key of each
-- installation stirs them, so that a customer's references do not tell how many orders there are.

create sequence order_numbers;
grant usage on sequence order_numbers to cryptocommerce_app;

create table order_reference_key (
  single boolean primary key default true constraint one_key check (single),
  key uuid not null default gen_random_uuid()
);
insert into order_reference_key default values;
-- Read by the act that places an order. Never changed: numbers to come would get references that exist.
grant select on order_reference_key to cryptocommerce_app;
