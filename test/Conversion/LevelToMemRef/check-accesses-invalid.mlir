// RUN: weft-opt %s -weft-check-accesses -verify-diagnostics

// A thread that fails would not open the lock again.
func.func @locked(%locks: memref<?xi32>, %i: index, %taken: i32) {
  // expected-error @+1 {{accesses cannot be checked while a lock is held, as for atomic updates of complex numbers; use temporary}}
  %0 = memref.atomic_rmw assign %taken, %locks[%i] : (i32, memref<?xi32>) -> i32
  return
}
