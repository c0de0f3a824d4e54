-- Why: US$1,000 is one threshold everywhere (decision E5). Gate and source of funds asked whether either reading of it was
-- reached (B3: J$ at the buy rate; B6: what the coins of a sell fetch), the travel rule asked for J$175,000 alone: a sell
-- of US$1,100, J$165,000 at 150, went without its flag. Now the rule asks what the gate asks. Another version, since
-- rule sets are never changed; whatever else the rules in force say stays.
alter table risk_rule_sets no force row level security;
insert into risk_rule_sets (version, title, rules)
  select version + 1, 'One threshold of US$1,000', jsonb_set(rules, '{rules}', (
      select jsonb_agg(case when rule ->> 'code' = 'travel_rule' then rule || '{"fact": "reachesThreshold",
          "unit": "yes or no", "comparison": "is_so", "threshold": null,
          "reason": "The order reaches US$1,000: the travel rule applies."}' else rule end order by place)
        from jsonb_array_elements(rules -> 'rules') with ordinality listed (rule, place)))
    from risk_rule_sets order by version desc limit 1;
alter table risk_rule_sets force row level security;
