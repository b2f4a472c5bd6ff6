package play

import (
	"fmt"
	"time"
)

// LowTime is where a clock warns and begins to show tenths.
const LowTime = 10 * time.Second

// ClockText writes the time that is left: 1:02:03, 4:05, and 7.3 below ten
// seconds. Time is rounded up, so that only a clock that has run out shows zero.
func ClockText(left time.Duration) string {
	if left < LowTime {
		tenths := (max(left, 0) + 99*time.Millisecond) / (100 * time.Millisecond)
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	}
	s := int((left + time.Second - 1) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
