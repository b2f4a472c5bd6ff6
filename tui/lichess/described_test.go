package lichess_test

import "rookery/tui/lichess/lichesstest/openapi"

func init() { checks = append(checks, openapi.Check) }
