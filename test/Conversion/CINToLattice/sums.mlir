// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Accesses at sums of index variables.

#Sparse = #level.format<(i) -> (i : compressed)>

// A level in order is iterated over with an offset.
// CHECK-LABEL: func @shift
// CHECK: %[[O:.*]] = arith.constant -1 : index
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} over (b1 = %{{.*}} level 0 strided 2 from %[[O]] under {{.*}}) carry {{.*}} {
// CHECK: point [b1]
func.func @shift(%b: tensor<?xf64, #Sparse> {weft.name = "b"}, %a: tensor<?xf64, #Sparse>, %n: index) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #Sparse>>, %ar: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %k = cin.affine [2](%i) plus -1
      %0 = cin.access %br[%k] : !cin.ref<tensor<?xf64, #Sparse>>
      cin.assign %ar[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// The last forall of a sum iterates; the others are part of the offset. Two
// accesses at the same sum share a segment.
// CHECK-LABEL: func @convolution
// CHECK: lattice.coiterate "j" {{.*}} over (w1 =
// CHECK: ^bb0(%j: index,
// CHECK: %[[O:.*]] = arith.addi %{{.*}}, %j
// CHECK: lattice.coiterate "i" {{.*}} over (x1 = %{{.*}} level 0 strided 1 from %[[O]] under
// CHECK-NOT: x1_2
// CHECK: return
func.func @convolution(%x: tensor<?xf64, #Sparse> {weft.name = "x"}, %w: tensor<?xf64, #Sparse> {weft.name = "w"}, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x, %w) outs(%y) extents(%m, %n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64, #Sparse>>, %wr: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %k = cin.affine [1, 1](%i, %j) plus 1
        %l = cin.affine [1, 1](%i, %j) plus 1
        %0 = cin.access %xr[%k] : !cin.ref<tensor<?xf64, #Sparse>>
        %1 = cin.access %wr[%j] : !cin.ref<tensor<?xf64, #Sparse>>
        %2 = cin.access %xr[%l] : !cin.ref<tensor<?xf64, #Sparse>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %yr[%i] arith.addf %4 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A dense level is located in; outside of it, nothing is read.
// CHECK-LABEL: func @located
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} over () carry
// CHECK: %[[K:.*]] = arith.addi %{{.*}}, %i
// CHECK: %[[SIZE:.*]] = tensor.dim %{{.*}}, %{{.*}}
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[K]], %[[SIZE]]
// CHECK: level.locate
// CHECK: scf.if %[[IN]] -> (f64) {
// CHECK: level.load
func.func @located(%b: tensor<?xf64>, %a: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64>>, %ar: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %k = cin.affine [1](%i) plus 1
      %0 = cin.access %br[%k] : !cin.ref<tensor<?xf64>>
      cin.assign %ar[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// What descends is searched for.
// CHECK-LABEL: func @reversed
// CHECK: lattice.coiterate "i" in %{{.*}} to %{{.*}} over () carry
// CHECK: level.search
// CHECK: level.search
func.func @reversed(%b: tensor<?xf64, #Sparse>, %a: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%b) outs(%a) extents(%n) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #Sparse>>, %ar: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %k = cin.affine [-1](%i) plus 9
      %0 = cin.access %br[%k] : !cin.ref<tensor<?xf64, #Sparse>>
      cin.assign %ar[%i] = %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#Sparse = #level.format<(i) -> (i : compressed)>

// Inside of a tile, its begin is part of the offset.
// CHECK-LABEL: func @split
// CHECK: lattice.coiterate "i0"
// CHECK: ^bb0(%i0: index,
// CHECK: arith.constant 5 : index
// CHECK: %[[T:.*]] = arith.muli %i0, %{{.*}}
// CHECK: %[[O:.*]] = arith.addi %{{.*}}, %[[T]]
// CHECK: lattice.coiterate "i1" {{.*}} over (b1 = %{{.*}} level 0 strided 1 from %[[O]] under
func.func @split(%b: tensor<?xf64, #Sparse> {weft.name = "b"}, %a: tensor<?xf64>, %n: index, %n0: index) -> tensor<?xf64> {
  %c4 = arith.constant 4 : index
  %r = cin.kernel ins(%b) outs(%a) extents(%n, %n0, %c4) {
  ^bb0(%br: !cin.ref<tensor<?xf64, #Sparse>>, %ar: !cin.ref<tensor<?xf64>>, %m: index, %m0: index, %m1: index):
    cin.forall "i0" to %m0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %m1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 4 of %m
        cin.guard %i
        %k = cin.affine [1](%i) plus 5
        %0 = cin.access %br[%k] : !cin.ref<tensor<?xf64, #Sparse>>
        cin.assign %ar[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
