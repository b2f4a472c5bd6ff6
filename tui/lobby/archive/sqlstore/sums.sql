-- The fifth shape: a check sum over what is kept of a game in plain text.
-- It is filled by the program.
ALTER TABLE sheets ADD COLUMN sum BLOB;
