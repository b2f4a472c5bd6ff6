-- The fourth shape: players who have deleted their accounts, whose names nobody is shown.
CREATE TABLE erased (id TEXT PRIMARY KEY) WITHOUT ROWID;
