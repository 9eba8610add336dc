// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @kernel
// CHECK-SAME:    (%[[A:.*]]: tensor<?x?xf64, #[[$CSR:.*]]>, %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>, %[[M:.*]]: index, %[[N:.*]]: index)
func.func @kernel(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  // CHECK:      %[[R:.*]] = cin.kernel ins(%[[A]], %[[X]]) outs(%[[Y]]) extents(%[[M]], %[[N]]) {
  // CHECK-NEXT: ^bb0(%[[RA:.*]]: !cin.ref<tensor<?x?xf64, #[[$CSR]]>>, %[[RX:.*]]: !cin.ref<tensor<?xf64>>, %[[RY:.*]]: !cin.ref<tensor<?xf64>>, %[[EM:.*]]: index, %[[EN:.*]]: index):
  // CHECK-NEXT:   cin.forall "i" to %[[EM]] {
  // CHECK-NEXT:   ^bb0(%[[I:.*]]: !cin.index):
  // CHECK-NEXT:     cin.forall "j" to %[[EN]] {
  // CHECK-NEXT:     ^bb0(%[[J:.*]]: !cin.index):
  // CHECK-NEXT:       cin.access %[[RA]][%[[I]], %[[J]]] : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
  // CHECK-NEXT:       cin.access %[[RX]][%[[J]]] : {{.*}}<tensor<?xf64>>
  // CHECK-NEXT:       %[[V:.*]] = arith.mulf
  // CHECK-NEXT:       cin.assign %[[RY]][%[[I]]] arith.addf %[[V]] : !cin.ref<tensor<?xf64>>
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT: } : (tensor<?x?xf64, #[[$CSR]]>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  // CHECK-NEXT: return %[[R]]
  %y1 = cin.kernel ins(%A, %x) outs(%y) extents(%m, %n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %b: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %a[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %b[%j] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %c[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %y1 : tensor<?xf64>
}

// A kernel without operands, and what else is said of kernels.
// CHECK-LABEL: func @assembly
func.func @assembly(%a: tensor<f64>, %v: f64) {
  // CHECK:      cin.kernel outs(%{{.*}}) {
  // CHECK-NEXT: ^bb0(%[[R:.*]]: !cin.ref<tensor<f64>>):
  // CHECK-NEXT:   %[[C:.*]] = arith.constant
  // CHECK-NEXT:   cin.assign %[[R]][] = %[[C]] : !cin.ref<tensor<f64>>
  // CHECK-NEXT: } : (tensor<f64>) -> tensor<f64>
  %0 = cin.kernel outs(%a) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  // CHECK: cin.kernel outs(%{{.*}}) assembly(assemble) {
  %1 = cin.kernel outs(%a) assembly(assemble) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  // CHECK: cin.kernel outs(%{{.*}}) assembly(compute) {
  // CHECK: } {tag = 1 : i64} : (tensor<f64>) -> tensor<f64>
  %2 = cin.kernel outs(%a) assembly(compute) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } {tag = 1 : i64} : (tensor<f64>) -> tensor<f64>
  // What the default schedule has chosen, and what it has left out.
  // CHECK: } {cin.chosen = [#cin.choice<innermost_lanes, "split(i,i0,i1,16)">, #cin.choice<factor_order, "order_factors(i)">],
  // CHECK-SAME: cin.not_chosen = [#cin.refusal<merged_segments, "parallelize(i,CPUThread,NoRaces,optional)">, #cin.refusal<outer_level, "parallelize(j,CPUVector,NoRaces,optional)", "A">, #cin.refusal<absent_coordinates, "parallelize(k,CPUVector,NoRaces,optional)", "j", "A">]} : (tensor<f64>) -> tensor<f64>
  %5 = cin.kernel outs(%a) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } {cin.chosen = [#cin.choice<innermost_lanes, "split(i,i0,i1,16)">, #cin.choice<factor_order, "order_factors(i)">],
     cin.not_chosen = [#cin.refusal<merged_segments, "parallelize(i,CPUThread,NoRaces,optional)">, #cin.refusal<outer_level, "parallelize(j,CPUVector,NoRaces,optional)", "A">, #cin.refusal<absent_coordinates, "parallelize(k,CPUVector,NoRaces,optional)", "j", "A">]} : (tensor<f64>) -> tensor<f64>
  // CHECK: cin.kernel outs(%{{.*}}) drop_fill {
  %4 = cin.kernel outs(%a) drop_fill {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  // CHECK: cin.kernel outs(%{{.*}}) assembly(two_phase) {
  %3 = cin.kernel outs(%a) assembly(two_phase) {
  ^bb0(%r: !cin.ref<tensor<f64>>):
    %c = arith.constant 1.0 : f64
    cin.assign %r[] = %c : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// CHECK-LABEL: func @statements
func.func @statements(%x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %n: index) {
  %0:2 = cin.kernel ins(%x) outs(%y, %z) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %c: !cin.ref<tensor<?xf64>>, %e: index):
    // CHECK:      cin.sequence {
    // CHECK-NEXT:   cin.multi {
    // CHECK-NEXT:     cin.forall "i"
    // CHECK:          cin.assign {{.*}} =
    // CHECK:        } and {
    // CHECK-NEXT:     cin.forall "j"
    // CHECK:          }
    // CHECK-NEXT:   }
    // CHECK-NEXT: } then {
    cin.sequence {
      cin.multi {
        cin.forall "i" to %e {
        ^bb0(%i: !cin.index):
          %1 = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
          cin.assign %b[%i] = %1 : !cin.ref<tensor<?xf64>>
        }
      } and {
        cin.forall "j" to %e {
        ^bb0(%j: !cin.index):
          %1 = cin.access %a[%j] : !cin.ref<tensor<?xf64>>
          cin.assign %c[%j] = %1 : !cin.ref<tensor<?xf64>>
        }
      }
    } then {
      // CHECK:      cin.where "t" () : tensor<f64> producer {
      // CHECK-NEXT: ^bb0(%[[T:.*]]: !cin.ref<tensor<f64>>):
      // CHECK-NEXT:   cin.forall "k" to %{{.*}} parallel(cpu_vector, temporary, dynamic 64) unroll 4 merge(gallop) {
      // CHECK:          cin.assign %[[T]][] {
      // CHECK-NEXT:     ^bb0(%[[L:.*]]: f64, %[[R:.*]]: f64):
      // CHECK-NEXT:       %[[S:.*]] = arith.mulf %[[R]], %[[R]]
      // CHECK-NEXT:       %[[A:.*]] = arith.addf %[[L]], %[[S]]
      // CHECK-NEXT:       cin.yield %[[A]] : f64
      // CHECK-NEXT:     } %{{.*}} : !cin.ref<tensor<f64>>
      // CHECK:      } consumer {
      // CHECK-NEXT: ^bb0(%[[U:.*]]: !cin.ref<tensor<f64>>):
      // CHECK-NEXT:   cin.access %[[U]][] :
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        cin.forall "k" to %e parallel(cpu_vector, temporary, dynamic 64) unroll 4 merge(gallop) {
        ^bb0(%k: !cin.index):
          %1 = cin.access %a[%k] : !cin.ref<tensor<?xf64>>
          cin.assign %t[] {
          ^bb0(%l: f64, %r: f64):
            %2 = arith.mulf %r, %r : f64
            %3 = arith.addf %l, %2 : f64
            cin.yield %3 : f64
          } %1 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %1 = cin.access %t[] : !cin.ref<tensor<f64>>
        // CHECK: %[[L:.*]] = cin.literal 0
        %l = cin.literal 0
        cin.assign %b[%l] arith.addf %1 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return
}

// A workspace has a format and sizes of its own.
// CHECK-LABEL: func @workspace
func.func @workspace(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    // CHECK: cin.where "w" (%[[E:.*]], %[[E]]) : tensor<?x?xf64, #[[$CSR]]> reason<coordinate_order, level = 0> storage<requested> producer {
    cin.where "w" (%e, %e) : tensor<?x?xf64, #CSR> reason<coordinate_order, level = 0> storage<requested> producer {
    ^bb0(%w: !cin.ref<tensor<?x?xf64, #CSR>>):
      cin.forall "i" to %e {
      ^bb0(%i: !cin.index):
        %v = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %w[%i, %i] = %v : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?x?xf64, #CSR>>):
      cin.forall "k" to %e {
      ^bb0(%k: !cin.index):
        %v = cin.access %w[%k, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %b[%k] = %v : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// CHECK-LABEL: func @balanced_parts
func.func @balanced_parts(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "g0" to %e {
    ^bb0(%g0: !cin.index):
      cin.forall "g1" to %e {
      ^bb0(%g1: !cin.index):
        // CHECK: %g = cin.split "g" %g0, %g1 balanced 8 of %{{.*}}
        %g = cin.split "g" %g0, %g1 balanced 8 of %e
        cin.guard %g
        %v = cin.access %a[%g] : !cin.ref<tensor<?xf64>>
        cin.assign %b[%g] = %v : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// CHECK-LABEL: func @derived_variables
func.func @derived_variables(%x: tensor<?xf64>, %A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i0" to %e parallel(gpu_block, ignore_races) {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e parallel(gpu_thread, atomics) {
      ^bb0(%i1: !cin.index):
        // Variables are printed by their names.
        // CHECK: %[[I:i]] = cin.split "i" %{{.*}}, %{{.*}} down 32 of %{{.*}}
        %i = cin.split "i" %i0, %i1 down 32 of %e
        cin.guard %i
        // CHECK: %[[F:f]] = cin.split "f" %[[I]], %{{.*}} up 4 of %{{.*}}
        %f = cin.split "f" %i, %i1 up 4 of %e
        // CHECK: cin.split "h" %[[F]], %{{.*}} down 2{{$}}
        %h = cin.split "h" %f, %i1 down 2
        // CHECK: %[[J:j]], %[[K:k]] = cin.collapse "j" "k" %[[F]] of %{{.*}}, %{{.*}}
        %j, %k = cin.collapse "j" "k" %f of %e, %e
        // CHECK: cin.collapse "l" "m" %[[J]] of ?, %{{.*}}
        %l, %m = cin.collapse "l" "m" %j of ?, %e
        // CHECK: cin.guard %[[F]], %[[J]]
        cin.guard %f, %j
        // CHECK: cin.value %[[J]]
        %n0 = cin.value %j
        %v = cin.access %a[%k] : !cin.ref<tensor<?xf64>>
        cin.assign %b[%k] = %v : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %1 = cin.kernel ins(%A) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?x?xf64, #CSR>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    // CHECK: cin.forall "p" {
    cin.forall "p" {
    ^bb0(%p: !cin.index):
      // CHECK: cin.position "f" %[[P:.*]] of %{{.*}} levels [0, 1] under () : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
      %f = cin.position "f" %p of %a levels [0, 1] under () : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.guard %f
      // CHECK: cin.position "g" %[[P]] of %{{.*}} levels [1] under (%[[P]]) to %{{.*}} alone : {{.*}}<tensor<?x?xf64, #[[$CSR]]>>
      %g = cin.position "g" %p of %a levels [1] under (%p) to %e alone : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.guard %g
      %v = cin.access %a[%f, %g] : !cin.ref<tensor<?x?xf64, #CSR>>
      cin.assign %b[%p] = %v : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// Parallel foralls that may be sequential, and options of the lowering of a forall.
// CHECK-LABEL: func @optional
func.func @optional(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xf64>>, %e: index):
    // CHECK: cin.forall "i0" to %{{[^ ]*}} parallel(cpu_thread, no_races, optional) {
    cin.forall "i0" to %e parallel(cpu_thread, no_races, optional) {
    ^bb0(%i0: !cin.index):
      // CHECK: cin.forall "i1" to %{{[^ ]*}} parallel(cpu_thread, no_races, dynamic 64, optional) config(#weft.lowering_config<widen_tiles, jam_rows = off>) {
      cin.forall "i1" to %e parallel(cpu_thread, no_races, dynamic 64, optional)
          config(#weft.lowering_config<jam_rows = off, widen_tiles>) {
      ^bb0(%i1: !cin.index):
        // CHECK: cin.forall "i2" to %{{[^ ]*}} parallel(cpu_thread, no_races, dynamic, optional) {
        cin.forall "i2" to %e parallel(cpu_thread, no_races, dynamic, optional) {
        ^bb0(%i2: !cin.index):
          // CHECK: cin.forall "i3" to %{{[^ ]*}} unroll 4 merge(gallop) config(#weft.lowering_config<interleave_reductions = 2, vectorize_segments = masked>) {
          cin.forall "i3" to %e unroll 4 merge(gallop)
              config(#weft.lowering_config<vectorize_segments = masked, interleave_reductions = 2>) {
          ^bb0(%i3: !cin.index):
            // CHECK: cin.forall "i4" to %{{[^ ]*}} config(#weft.lowering_config<>) {
            cin.forall "i4" to %e config(#weft.lowering_config<>) {
            ^bb0(%i4: !cin.index):
              %v = cin.access %a[%i0] : !cin.ref<tensor<?xf64>>
              cin.assign %b[%i0] arith.addf %v : !cin.ref<tensor<?xf64>>
            // CHECK: } {tag = 1 : i64}
            } {tag = 1 : i64}
          }
        }
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return
}

// The attributes of the tags.
// CHECK-LABEL: func private @tags
// CHECK-SAME:    attributes {a = [#cin.unit<cpu_thread>, #cin.unit<cpu_vector>, #cin.unit<gpu_block>, #cin.unit<gpu_warp>, #cin.unit<gpu_thread>], b = [#cin.races<no_races>, #cin.races<ignore_races>, #cin.races<atomics>, #cin.races<temporary>], c = [#cin.merge<two_finger>, #cin.merge<gallop>, #cin.merge<locate>], d = [#cin.direction<down>, #cin.direction<up>]}
func.func private @tags() attributes {
  a = [#cin.unit<cpu_thread>, #cin.unit<cpu_vector>, #cin.unit<gpu_block>, #cin.unit<gpu_warp>, #cin.unit<gpu_thread>],
  b = [#cin.races<no_races>, #cin.races<ignore_races>, #cin.races<atomics>, #cin.races<temporary>],
  c = [#cin.merge<two_finger>, #cin.merge<gallop>, #cin.merge<locate>],
  d = [#cin.direction<down>, #cin.direction<up>]
}

// An identity that the combiner's operation does not tell.
// CHECK-LABEL: func @identity
func.func @identity(%y: tensor<f64>, %n: index) {
  %0 = cin.kernel outs(%y) extents(%n) {
  ^bb0(%b: !cin.ref<tensor<f64>>, %e: index):
    %v = arith.constant 1.0 : f64
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      // CHECK:      cin.assign %{{.*}}[] {
      // CHECK-NEXT: ^bb0(
      // CHECK-NEXT:   math.absf
      // CHECK-NEXT:   arith.maximumf
      // CHECK-NEXT:   cin.yield
      // CHECK-NEXT: } identity(0.000000e+00 : f64) %{{.*}} : !cin.ref<tensor<f64>>
      cin.assign %b[] {
      ^bb0(%l: f64, %r: f64):
        %a = math.absf %r : f64
        %m = arith.maximumf %l, %a : f64
        cin.yield %m : f64
      } identity(0.0 : f64) %v : !cin.ref<tensor<f64>>
    }
  } : (tensor<f64>) -> tensor<f64>
  // CHECK: cin.assign %{{.*}}[] arith.addf identity(0.000000e+00 : f64) %{{.*}} {tag = 1 : i64} : !cin.ref<tensor<f64>>
  %1 = cin.kernel outs(%y) {
  ^bb0(%b: !cin.ref<tensor<f64>>):
    %v = arith.constant 1.0 : f64
    cin.assign %b[] arith.addf identity(0.0 : f64) %v {tag = 1 : i64} : !cin.ref<tensor<f64>>
  } : (tensor<f64>) -> tensor<f64>
  return
}

// What is present may have another fill, or a number.
// CHECK-LABEL: func @present
func.func @present(%x: tensor<?xf64>, %y: tensor<?xi64>, %n: index) -> tensor<?xi64> {
  %0 = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64>>, %b: !cin.ref<tensor<?xi64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : !cin.ref<tensor<?xf64>>
      // CHECK: %[[OTHER:.*]] = cin.present %{{.*}} else(1.000000e+00 : f64) : f64 -> f64
      %w = cin.present %v else(1.0 : f64) : f64 -> f64
      // CHECK: cin.present %[[OTHER]] then(1 : i64) else(0 : i64) : f64 -> i64
      %c = cin.present %w then(1 : i64) else(0 : i64) : f64 -> i64
      cin.assign %b[%i] = %c : !cin.ref<tensor<?xi64>>
    }
  } : (tensor<?xf64>, tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}
