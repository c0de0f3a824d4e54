-- Why: each look at the questions before a first order asks for one's newest try at this text; without it, through all
-- that one ever made.

create index appropriateness_tries_newest on appropriateness_tries (user_id, content_digest, begun_at desc, id desc);
