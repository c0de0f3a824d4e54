-- Why: one person said of a line that it came between accounts of ours, and it counted for nothing from then on. Whether the
-- account that the bank shows is one of ours is asked of the settings.
grant execute on function app.is_ours(text, text, text) to cryptocommerce_app;
