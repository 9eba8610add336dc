// RUN: weft-opt %s -cin-choose-schedule -split-input-file | FileCheck %s
// RUN: weft-opt %s -cin-choose-schedule=strict-fp -split-input-file | FileCheck %s --check-prefix=STRICT

// Tiles of the dense mode go inside of the loop of the sum.
// Threads may share the loop around.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @product
// CHECK-SAME: weft.schedule = [
// CHECK:      cin.forall "i"
// CHECK-SAME: parallel(cpu_thread, no_races, optional)
// CHECK:      cin.forall "j0"
// CHECK:      cin.forall "k"
// CHECK:      cin.forall "j1"
// CHECK-SAME: parallel(cpu_vector, no_races, optional)
// CHECK:      %j = cin.split "j" %j0, %j1 down 16
// CHECK:      cin.chosen = [#cin.choice<innermost_lanes, "split(j,j0,j1,16),reorder(j0,k,j1),parallelize(j1,CPUVector,NoRaces,optional)">, #cin.choice<independent_iterations, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @product(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// What is read is not in rows, so that there is nothing to gain.
// CHECK-LABEL: func @transposed
// CHECK-NOT: cin.split
// CHECK: cin.not_chosen = [#cin.refusal<outer_level, "parallelize(j,CPUVector,NoRaces,optional)", "T1">]}
func.func @transposed(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64>>
          %1 = cin.access %br[%j, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// A loop that is innermost is left to LLVM.
// CHECK-LABEL: func @copy
// CHECK-NOT: cin.split
// CHECK: cin.not_chosen = [#cin.refusal<no_inner_loop, "parallelize(i,CPUVector,NoRaces,optional)">]}
func.func @copy(%a: tensor<?xf64>, %c: tensor<?xf64>, %l: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%c) extents(%l) {
  ^bb0(%ar: !cin.ref<tensor<?xf64>>, %cr: !cin.ref<tensor<?xf64>>, %el: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %cr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Iterations that add to the same components are in turn.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @scattered
// CHECK-NOT: parallel(
// CHECK: cin.not_chosen = [{{.*}}#cin.refusal<shared_components, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @scattered(%a: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%j] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A sum of all iterations is one of parts, if each of them is a loop, and more is
// said about it than that its segments follow each other. With -strict-fp, it keeps
// its order.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @sum
// CHECK-SAME: weft.schedule = [
// STRICT-LABEL: func @sum
// STRICT-NOT: cin.split
// STRICT: cin.not_chosen = [{{.*}}#cin.refusal<strict_order, "parallelize(i,CPUThread,NoRaces,optional)">]
// CHECK: cin.where "partial" () : tensor<64xf64> reason<partial_results> storage<absence_unobserved> producer {
// CHECK:   cin.forall "i0" to %{{.*}} parallel(cpu_thread, no_races, optional) {
// CHECK:     cin.forall "i1" to
// CHECK:       cin.split "i" {{.*}} up 64
// CHECK: cin.chosen = [#cin.choice<divided_sum, "divide(i,i0,i1,64),parallelize(i0,CPUThread,Temporary,optional)">]
func.func @sum(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<f64>, %m: index, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[] arith.addf %2 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @entries
// CHECK-NOT: cin.split
// CHECK: cin.not_chosen = [{{.*}}#cin.refusal<single_operand, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @entries(%a: tensor<?x?xf64, #CSR>, %y: tensor<f64>, %m: index, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<f64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// Who has said how the iterations are gone through has them so.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @tagged
// CHECK-NOT: cin.split
// CHECK: cin.not_chosen = [{{.*}}#cin.refusal<common_component, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @tagged(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<f64>, %m: index, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index, %en: index):
    cin.forall "i" to %em unroll 2 {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[] arith.addf %2 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// What is combined in an order has no parts, and neither has what ends when it
// cannot change any more.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @ordered
// CHECK-NOT: cin.split
// CHECK: cin.not_chosen = [{{.*}}#cin.refusal<ordered_sum, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @ordered(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<f64>, %m: index, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[] arith.subf %2 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @any
// CHECK-NOT: cin.split
// CHECK: cin.not_chosen = [{{.*}}#cin.refusal<ordered_sum, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @any(%a: tensor<?x?xi1, #CSR>, %x: tensor<?xi1>, %y: tensor<i1>, %m: index, %n: index) -> tensor<i1> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xi1, #CSR>>, %xr: !cin.ref<tensor<?xi1>>, %yr: !cin.ref<tensor<i1>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xi1, #CSR>>
        %1 = cin.access %xr[%i] : !cin.ref<tensor<?xi1>>
        %2 = arith.andi %0, %1 : i1
        cin.assign %yr[] arith.ori %2 : !cin.ref<tensor<i1>>
      }
    }
  } : (tensor<?x?xi1, #CSR>, tensor<?xi1>, tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// -----

// What loops inside append, threads append in parts.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @appended
// CHECK: cin.forall "i" to %{{.*}} parallel(cpu_thread, no_races, optional) {
// CHECK: cin.chosen = [#cin.choice<independent_iterations, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @appended(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64, #CSR>, %c: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64, #CSR>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %1 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %cr[%i, %j] = %2 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// A copy takes as long as memory does.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @copied
// CHECK-NOT: parallel(
// CHECK: cin.not_chosen = [{{.*}}#cin.refusal<copied_entries, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @copied(%a: tensor<?x?xf64, #CSR>, %c: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %cr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// What is stored where an operand has it is not assembled.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @kept
// CHECK: cin.chosen = [#cin.choice<independent_iterations, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @kept(%a: tensor<?x?xf64, #CSR>, %c: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%c) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %cr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %cr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } {reuse} : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// The entries of one operand are counted, those of two are merged.
#S = #level.format<(i) -> (i : compressed)>
// CHECK-LABEL: func @entries
// CHECK: cin.chosen = [#cin.choice<independent_iterations, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @entries(%a: tensor<?xf64, #S>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #S>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #S>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #S>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
// Equal coordinates that follow each other are one iteration.
#List = #level.format<(i) -> (i : compressed(nonunique))>
// CHECK-LABEL: func @runs
// CHECK: cin.chosen = [#cin.choice<independent_iterations, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @runs(%a: tensor<?xf64, #List>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #List>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #List>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #List>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
// Without order they are several.
#Loose = #level.format<(i) -> (i : compressed(nonunique, nonordered))>
// CHECK-LABEL: func @loose
// CHECK: cin.not_chosen = [{{.*}}#cin.refusal<repeated_coordinates, "parallelize(i,CPUThread,NoRaces,optional)", "T0">]
func.func @loose(%a: tensor<?xf64, #Loose>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Loose>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Loose>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Loose>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
// CHECK-LABEL: func @merged
// CHECK: cin.not_chosen = [{{.*}}#cin.refusal<merged_segments, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @merged(%a: tensor<?xf64, #S>, %b: tensor<?xf64, #S>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #S>>, %br: !cin.ref<tensor<?xf64, #S>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #S>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #S>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #S>, tensor<?xf64, #S>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A fiber that is stored densely below what is appended around the loops has
// lanes; one whose coordinates the loops would append has none.
#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#Fibers = #level.format<(i, j, l) -> (i : compressed, j : compressed, l : dense)>
#Rows = #level.format<(i, l) -> (i : dense, l : compressed)>
// CHECK-LABEL: func @fibers
// CHECK: cin.chosen = [#cin.choice<innermost_lanes, "split(l,l0,l1,16),reorder(l0,k,l1),parallelize(l1,CPUVector,NoRaces,optional)">, #cin.choice<independent_iterations, "parallelize(i,CPUThread,NoRaces,optional)">]
func.func @fibers(%b: tensor<?x?x?xf64, #CSF>, %c: tensor<?x?xf64>, %a: tensor<?x?x?xf64, #Fibers>, %m: index, %n: index, %p: index, %q: index) -> tensor<?x?x?xf64, #Fibers> {
  %r = cin.kernel ins(%b, %c) outs(%a) extents(%m, %n, %p, %q) {
  ^bb0(%br: !cin.ref<tensor<?x?x?xf64, #CSF>>, %cr: !cin.ref<tensor<?x?xf64>>, %ar: !cin.ref<tensor<?x?x?xf64, #Fibers>>, %em: index, %en: index, %ep: index, %eq: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.forall "l" to %eq {
        ^bb0(%l: !cin.index):
          cin.forall "k" to %ep {
          ^bb0(%k: !cin.index):
            %0 = cin.access %br[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #CSF>>
            %1 = cin.access %cr[%k, %l] : !cin.ref<tensor<?x?xf64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %ar[%i, %j, %l] arith.addf %2 : !cin.ref<tensor<?x?x?xf64, #Fibers>>
          }
        }
      }
    }
  } : (tensor<?x?x?xf64, #CSF>, tensor<?x?xf64>, tensor<?x?x?xf64, #Fibers>) -> tensor<?x?x?xf64, #Fibers>
  return %r : tensor<?x?x?xf64, #Fibers>
}
// CHECK-LABEL: func @compressed
// CHECK-NOT: cin.split
// CHECK: cin.not_chosen = [#cin.refusal<sparse_level, "parallelize(l,CPUVector,NoRaces,optional)", "T3">]}
func.func @compressed(%b: tensor<?x?xf64, #Rows>, %c: tensor<?x?xf64>, %a: tensor<?x?xf64, #Rows>, %m: index, %n: index, %p: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%b, %c) outs(%a) extents(%m, %n, %p) {
  ^bb0(%br: !cin.ref<tensor<?x?xf64, #Rows>>, %cr: !cin.ref<tensor<?x?xf64>>, %ar: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index, %ep: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "l" to %en {
      ^bb0(%l: !cin.index):
        cin.forall "k" to %ep {
        ^bb0(%k: !cin.index):
          %0 = cin.access %br[%i, %k] : !cin.ref<tensor<?x?xf64, #Rows>>
          %1 = cin.access %cr[%k, %l] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %ar[%i, %l] arith.addf %2 : !cin.ref<tensor<?x?xf64, #Rows>>
        }
      }
    }
  } : (tensor<?x?xf64, #Rows>, tensor<?x?xf64>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

// Complex numbers have no vectors: the tiles are larger, and have no lanes.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @complex
// CHECK:      cin.forall "j0"
// CHECK:      cin.forall "k"
// CHECK:      cin.forall "j1" to %{{[^ ]*}} {
// CHECK:      %j = cin.split "j" %j0, %j1 down 32
// CHECK:      cin.chosen = [#cin.choice<innermost_lanes, "split(j,j0,j1,32),reorder(j0,k,j1)">, #cin.choice<independent_iterations,
func.func @complex(%a: tensor<?x?xcomplex<f64>, #CSR>, %b: tensor<?x?xcomplex<f64>>, %c: tensor<?x?xcomplex<f64>>, %l: index, %m: index, %n: index) -> tensor<?x?xcomplex<f64>> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xcomplex<f64>, #CSR>>, %br: !cin.ref<tensor<?x?xcomplex<f64>>>, %cr: !cin.ref<tensor<?x?xcomplex<f64>>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xcomplex<f64>, #CSR>>
          %1 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xcomplex<f64>>>
          %2 = complex.mul %0, %1 : complex<f64>
          cin.assign %cr[%i, %j] complex.add %2 : !cin.ref<tensor<?x?xcomplex<f64>>>
        }
      }
    }
  } : (tensor<?x?xcomplex<f64>, #CSR>, tensor<?x?xcomplex<f64>>, tensor<?x?xcomplex<f64>>) -> tensor<?x?xcomplex<f64>>
  return %r : tensor<?x?xcomplex<f64>>
}

// -----

// A loop of the dense mode that is innermost already, as a plan may state, has
// the same tiles.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @innermost
// CHECK:      cin.forall "i"
// CHECK:      cin.forall "j0"
// CHECK:      cin.forall "k"
// CHECK:      cin.forall "j1"
// CHECK-SAME: parallel(cpu_vector, no_races, optional)
// CHECK:      cin.chosen = [#cin.choice<innermost_lanes, "split(j,j0,j1,16),reorder(j0,k,j1),parallelize(j1,CPUVector,NoRaces,optional)">,
func.func @innermost(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "i" to %el {
    ^bb0(%i: !cin.index):
      cin.forall "k" to %en {
      ^bb0(%k: !cin.index):
        cin.forall "j" to %em {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// A loop that scatters rows stays innermost: the loop around assigns others.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func @scattered
// CHECK-NOT: cin.split
func.func @scattered(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %l: index, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%l, %m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64>>, %cr: !cin.ref<tensor<?x?xf64>>, %el: index, %em: index, %en: index):
    cin.forall "k" to %en {
    ^bb0(%k: !cin.index):
      cin.forall "i" to %el {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %em {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%k, %i] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
