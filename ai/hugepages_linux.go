package ai

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a large page of the usual processors, in bytes.
const hugePage = 2 << 20

// inHugePages asks the kernel to keep a table in large pages: a probe lands
// anywhere in it, and with small ones nearly each costs a walk through the
// page tables besides. It is a hint; nothing is lost where it is refused.
func inHugePages(b []bucket) {
	start := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	skip := -start & (hugePage - 1)
	size := uintptr(len(b)) * unsafe.Sizeof(bucket{})
	if size < skip+hugePage {
		return
	}
	all := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(b))), size)
	_ = syscall.Madvise(all[skip:skip+(size-skip)&^(hugePage-1)], syscall.MADV_HUGEPAGE)
}
