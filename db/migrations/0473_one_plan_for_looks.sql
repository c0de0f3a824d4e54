-- Why: among very many reported things a look was planned anew each time, which takes longer than looking: everything is
-- found by its key, so one plan suits every look.
alter function app.scam_look(text[], text[], text[]) set plan_cache_mode = 'force_generic_plan';
