-- Why: what a card brought beside what was due stands on nothing, and was nobody's: the second charge of somebody frozen went
-- back, or paid for things of others, without compliance, and whoever works at the desk could give back their own. It came
-- through what its page was opened for, as what is taken off an order came through that.

create policy owner_looks on card_sessions for select to current_user using (true);

create or replace function app.came_through(line uuid)
 RETURNS TABLE(user_id uuid, order_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
BEGIN ATOMIC
 WITH RECURSIVE way AS (
          SELECT m.id,
             m.from_id,
             m.of_id,
             m.user_id,
             coalesce(m.order_id, m.payment_id) AS order_id
            FROM public.movements m
           WHERE (m.id = came_through.line)
         UNION
          SELECT m.id,
             m.from_id,
             m.of_id,
             m.user_id,
             coalesce(m.order_id, m.payment_id)
            FROM (way w_1
              JOIN public.movements m ON (((m.id = w_1.from_id) OR (m.id = w_1.of_id))))
         )
  SELECT w.user_id,
     w.order_id
    FROM way w
   WHERE (w.user_id IS NOT NULL)
 UNION
  SELECT s.user_id,
     s.due_id
    FROM (((way w
      JOIN public.movements m ON ((m.id = w.id) AND (m.rail = 'card') AND (m.user_id IS NULL)))
      JOIN public.card_events e ON (((e.provider = split_part(m.reference, ':', 1))
        AND (e.transaction_id = substr(m.reference, (strpos(m.reference, ':') + 1))) AND (e.outcome = 'approved'))))
      JOIN public.card_sessions s ON ((s.id = e.session_id)));
END;
