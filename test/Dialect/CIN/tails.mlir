// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s -convert-cin-to-lattice | FileCheck %s --check-prefix=LATTICE

// What is done where the last tile would be past the end.

// A tile begins a width before the end, at most, and the loop over it is tagged
// for the case that there is one tile only, which is shorter.
// CHECK-LABEL: func @shift
// CHECK: cin.split "i" %i0, %i1 down 16 of %{{.*}} shift_inwards{{$}}
// LATTICE-LABEL: func @shift
// LATTICE: lattice.coiterate "i0"
// LATTICE: %[[W:.*]] = arith.constant 16 : index
// LATTICE: %[[FULL:.*]] = arith.minui %[[W]], %[[N:.*]] : index
// LATTICE: lattice.coiterate "i1" in %{{.*}} to %[[FULL]] guard(16) over ()
// LATTICE: %[[AT:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// LATTICE: %[[LAST:.*]] = arith.subi %[[N]], %{{.*}} : index
// LATTICE: %[[BEGIN:.*]] = arith.minui %[[AT]], %[[LAST]] : index
// LATTICE: arith.addi %[[BEGIN]], %{{.*}} : index
func.func @shift(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func @guard
// CHECK: cin.forall "i1" to %{{.*}} tail(guard) {
// LATTICE-LABEL: func @guard
// LATTICE: lattice.coiterate "i1" in %{{.*}} to %{{.*}} guard(16) over ()
func.func @guard(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 tail(guard) {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Whatever would end the loop before its last coordinate does not: a tile that
// is predicated has as many steps as its width.
// CHECK-LABEL: func @predicate
// CHECK: cin.forall "i1" to %{{.*}} tail(predicate) {
// LATTICE-LABEL: func @predicate
// LATTICE: lattice.coiterate "i1" in %{{.*}} to %{{.*}} predicate(16) over ()
// LATTICE-NOT: until
// LATTICE: return
func.func @predicate(%x: tensor<?xi1>, %y: tensor<i1>, %n: index) -> tensor<i1> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xi1>>, %yr: !cin.ref<tensor<i1>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 tail(predicate) {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xi1>>
        cin.assign %yr[] arith.ori %0 : !cin.ref<tensor<i1>>
      }
    }
  } : (tensor<?xi1>, tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// A maximum that is taken twice is the same: a combiner that does not count may
// combine coordinates of two tiles into one component. A loop that may end
// before its last coordinate has no number of steps to be guarded for.
// LATTICE-LABEL: func @maximum
// LATTICE: lattice.coiterate "i1" in %{{.*}} to %{{.*}} over () carry ({{.*}}) until
func.func @maximum(%x: tensor<?xi64>, %y: tensor<i64>, %n: index) -> tensor<i64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %n, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%n, %size16, %tiles2) {
  ^bb0(%xr: !cin.ref<tensor<?xi64>>, %yr: !cin.ref<tensor<i64>>, %e: index, %part0: index, %part1: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %part0 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
        cin.guard %i
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xi64>>
        cin.assign %yr[] arith.maxui %0 : !cin.ref<tensor<i64>>
      }
    }
  } : (tensor<?xi64>, tensor<i64>) -> tensor<i64>
  return %r : tensor<i64>
}

// A sum is one of a tile if it begins anew in each.
// LATTICE-LABEL: func @sums_of_a_tile
// LATTICE: lattice.coiterate "i1"
// LATTICE: lattice.coiterate "k1"
func.func @sums_of_a_tile(%x: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %size16 = arith.constant 16 : index
  %tiles2 = arith.ceildivui %m, %size16 : index
  %tiles4 = arith.ceildivui %m, %size16 : index
  %r = cin.kernel ins(%x) outs(%y) extents(%m, %n, %size16, %tiles2, %size16, %tiles4) {
  ^bb0(%xr: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %e: index, %f: index, %part0: index, %part1: index, %part2: index, %part3: index):
    cin.forall "i0" to %part1 {
    ^bb0(%i0: !cin.index):
      cin.where "w" (%e) : tensor<?xf64> producer {
      ^bb0(%w: !cin.ref<tensor<?xf64>>):
        cin.forall "i1" to %part0 {
        ^bb0(%i1: !cin.index):
          %i = cin.split "i" %i0, %i1 down 16 of %e shift_inwards
          cin.guard %i
          cin.forall "j" to %f {
          ^bb0(%j: !cin.index):
            %0 = cin.access %xr[%i, %j] : !cin.ref<tensor<?x?xf64>>
            cin.assign %w[%i1] arith.addf %0 : !cin.ref<tensor<?xf64>>
          }
        }
      } consumer {
      ^bb0(%w: !cin.ref<tensor<?xf64>>):
        cin.forall "k1" to %part2 {
        ^bb0(%k1: !cin.index):
          %k = cin.split "k" %i0, %k1 down 16 of %e shift_inwards
          cin.guard %k
          %0 = cin.access %w[%k1] : !cin.ref<tensor<?xf64>>
          cin.assign %yr[%k] = %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
