-- Two migrations laid the same index on the browsers that accounts know: one is enough, and each write paid for both.
drop index auth.known_device_browser;
