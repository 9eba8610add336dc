// RUN: weft-opt %s --convert-cin-to-lattice --split-input-file | FileCheck %s

// Positions that update one component follow each other if its coordinates are
// those of the levels above, in any order.

#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// CHECK-LABEL: func.func @transposed
// CHECK: level.atomic_update
// CHECK: {weft.grouped} : f64
func.func @transposed(%b: tensor<?x?x?xf64, #CSF>, %init: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %b, %c0 : tensor<?x?x?xf64, #CSF>
  %d1 = tensor.dim %b, %c1 : tensor<?x?x?xf64, #CSF>
  %d2 = tensor.dim %b, %c2 : tensor<?x?x?xf64, #CSF>
  %size256 = arith.constant 256 : index
  %tiles2 = arith.ceildivui %d0, %size256 : index
  %r = cin.kernel ins(%b) outs(%init) extents(%d0, %d1, %d2, %size256, %tiles2) {
  ^bb0(%B: !cin.ref<tensor<?x?x?xf64, #CSF>>, %A: !cin.ref<tensor<?x?xf64>>, %n: index, %m: index, %l: index, %part0: index, %part1: index):
    cin.forall "p0" to %part1 parallel(gpu_block, ignore_races) {
    ^bb0(%p0: !cin.index):
      cin.forall "p1" to %part0 parallel(gpu_thread, temporary) {
      ^bb0(%p1: !cin.index):
        %p = cin.split "p" %p0, %p1 down 256 of %n
        cin.guard %p
        %f = cin.position "f" %p of %B levels [0, 1, 2] under () : !cin.ref<tensor<?x?x?xf64, #CSF>>
        cin.guard %f
        %g, %k = cin.collapse "g" "k" %f of %n, %l
        cin.guard %g, %k
        %i, %j = cin.collapse "i" "j" %g of %n, %m
        cin.guard %i, %j
        %x = cin.access %B[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #CSF>>
        cin.assign %A[%j, %i] arith.addf %x : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?x?xf64, #CSF>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Fibers with one `j` are in several slices.

#CSF = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// CHECK-LABEL: func.func @inner
// CHECK: level.atomic_update
// CHECK-NOT: weft.grouped
func.func @inner(%b: tensor<?x?x?xf64, #CSF>, %init: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %b, %c0 : tensor<?x?x?xf64, #CSF>
  %d1 = tensor.dim %b, %c1 : tensor<?x?x?xf64, #CSF>
  %d2 = tensor.dim %b, %c2 : tensor<?x?x?xf64, #CSF>
  %size256 = arith.constant 256 : index
  %tiles2 = arith.ceildivui %d0, %size256 : index
  %r = cin.kernel ins(%b) outs(%init) extents(%d0, %d1, %d2, %size256, %tiles2) {
  ^bb0(%B: !cin.ref<tensor<?x?x?xf64, #CSF>>, %A: !cin.ref<tensor<?xf64>>, %n: index, %m: index, %l: index, %part0: index, %part1: index):
    cin.forall "p0" to %part1 parallel(gpu_block, ignore_races) {
    ^bb0(%p0: !cin.index):
      cin.forall "p1" to %part0 parallel(gpu_thread, temporary) {
      ^bb0(%p1: !cin.index):
        %p = cin.split "p" %p0, %p1 down 256 of %n
        cin.guard %p
        %f = cin.position "f" %p of %B levels [0, 1, 2] under () : !cin.ref<tensor<?x?x?xf64, #CSF>>
        cin.guard %f
        %g, %k = cin.collapse "g" "k" %f of %n, %l
        cin.guard %g, %k
        %i, %j = cin.collapse "i" "j" %g of %n, %m
        cin.guard %i, %j
        %x = cin.access %B[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #CSF>>
        cin.assign %A[%j] arith.addf %x : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?x?xf64, #CSF>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Equal coordinates of the first level of a coordinate list are adjacent.
#COO = #level.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)>

// CHECK-LABEL: func.func @rows_of_list
// CHECK: level.atomic_update
// CHECK: {weft.grouped} : f64
func.func @rows_of_list(%b: tensor<?x?x?xf64, #COO>, %init: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %b, %c0 : tensor<?x?x?xf64, #COO>
  %d1 = tensor.dim %b, %c1 : tensor<?x?x?xf64, #COO>
  %d2 = tensor.dim %b, %c2 : tensor<?x?x?xf64, #COO>
  %size256 = arith.constant 256 : index
  %tiles2 = arith.ceildivui %d0, %size256 : index
  %r = cin.kernel ins(%b) outs(%init) extents(%d0, %d1, %d2, %size256, %tiles2) {
  ^bb0(%B: !cin.ref<tensor<?x?x?xf64, #COO>>, %A: !cin.ref<tensor<?xf64>>, %n: index, %m: index, %l: index, %part0: index, %part1: index):
    cin.forall "p0" to %part1 parallel(gpu_block, ignore_races) {
    ^bb0(%p0: !cin.index):
      cin.forall "p1" to %part0 parallel(gpu_thread, temporary) {
      ^bb0(%p1: !cin.index):
        %p = cin.split "p" %p0, %p1 down 256 of %n
        cin.guard %p
        %f = cin.position "f" %p of %B levels [0, 1, 2] under () : !cin.ref<tensor<?x?x?xf64, #COO>>
        cin.guard %f
        %g, %k = cin.collapse "g" "k" %f of %n, %l
        cin.guard %g, %k
        %i, %j = cin.collapse "i" "j" %g of %n, %m
        cin.guard %i, %j
        %x = cin.access %B[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #COO>>
        cin.assign %A[%i] arith.addf %x : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?x?xf64, #COO>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Levels above the last one of the component have to be unique.
#COO = #level.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)>

// CHECK-LABEL: func.func @fibers_of_list
// CHECK: level.atomic_update
// CHECK-NOT: weft.grouped
func.func @fibers_of_list(%b: tensor<?x?x?xf64, #COO>, %init: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %b, %c0 : tensor<?x?x?xf64, #COO>
  %d1 = tensor.dim %b, %c1 : tensor<?x?x?xf64, #COO>
  %d2 = tensor.dim %b, %c2 : tensor<?x?x?xf64, #COO>
  %size256 = arith.constant 256 : index
  %tiles2 = arith.ceildivui %d0, %size256 : index
  %r = cin.kernel ins(%b) outs(%init) extents(%d0, %d1, %d2, %size256, %tiles2) {
  ^bb0(%B: !cin.ref<tensor<?x?x?xf64, #COO>>, %A: !cin.ref<tensor<?x?xf64>>, %n: index, %m: index, %l: index, %part0: index, %part1: index):
    cin.forall "p0" to %part1 parallel(gpu_block, ignore_races) {
    ^bb0(%p0: !cin.index):
      cin.forall "p1" to %part0 parallel(gpu_thread, temporary) {
      ^bb0(%p1: !cin.index):
        %p = cin.split "p" %p0, %p1 down 256 of %n
        cin.guard %p
        %f = cin.position "f" %p of %B levels [0, 1, 2] under () : !cin.ref<tensor<?x?x?xf64, #COO>>
        cin.guard %f
        %g, %k = cin.collapse "g" "k" %f of %n, %l
        cin.guard %g, %k
        %i, %j = cin.collapse "i" "j" %g of %n, %m
        cin.guard %i, %j
        %x = cin.access %B[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #COO>>
        cin.assign %A[%i, %j] arith.addf %x : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?x?xf64, #COO>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Equal coordinates of a level without order may be anywhere.
#Unordered = #level.format<(i, j, k) -> (i : compressed(nonunique, nonordered), j : singleton(nonunique, nonordered), k : singleton(nonordered))>

// CHECK-LABEL: func.func @unordered
// CHECK: level.atomic_update
// CHECK-NOT: weft.grouped
func.func @unordered(%b: tensor<?x?x?xf64, #Unordered>, %init: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %b, %c0 : tensor<?x?x?xf64, #Unordered>
  %d1 = tensor.dim %b, %c1 : tensor<?x?x?xf64, #Unordered>
  %d2 = tensor.dim %b, %c2 : tensor<?x?x?xf64, #Unordered>
  %size256 = arith.constant 256 : index
  %tiles2 = arith.ceildivui %d0, %size256 : index
  %r = cin.kernel ins(%b) outs(%init) extents(%d0, %d1, %d2, %size256, %tiles2) {
  ^bb0(%B: !cin.ref<tensor<?x?x?xf64, #Unordered>>, %A: !cin.ref<tensor<?xf64>>, %n: index, %m: index, %l: index, %part0: index, %part1: index):
    cin.forall "p0" to %part1 parallel(gpu_block, ignore_races) {
    ^bb0(%p0: !cin.index):
      cin.forall "p1" to %part0 parallel(gpu_thread, temporary) {
      ^bb0(%p1: !cin.index):
        %p = cin.split "p" %p0, %p1 down 256 of %n
        cin.guard %p
        %f = cin.position "f" %p of %B levels [0, 1, 2] under () : !cin.ref<tensor<?x?x?xf64, #Unordered>>
        cin.guard %f
        %g, %k = cin.collapse "g" "k" %f of %n, %l
        cin.guard %g, %k
        %i, %j = cin.collapse "i" "j" %g of %n, %m
        cin.guard %i, %j
        %x = cin.access %B[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #Unordered>>
        cin.assign %A[%i] arith.addf %x : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?x?xf64, #Unordered>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A loop around the tiles repeats all positions.

#CSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func.func @repeated
// CHECK: level.atomic_update
// CHECK-NOT: weft.grouped
func.func @repeated(%b: tensor<?x?xf64, #CSR>, %c: tensor<?xf64>, %init: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %b, %c0 : tensor<?x?xf64, #CSR>
  %d1 = tensor.dim %b, %c1 : tensor<?x?xf64, #CSR>
  %d2 = tensor.dim %c, %c0 : tensor<?xf64>
  %size256 = arith.constant 256 : index
  %tiles2 = arith.ceildivui %d0, %size256 : index
  %r = cin.kernel ins(%b, %c) outs(%init) extents(%d0, %d1, %d2, %size256, %tiles2) {
  ^bb0(%B: !cin.ref<tensor<?x?xf64, #CSR>>, %C: !cin.ref<tensor<?xf64>>, %A: !cin.ref<tensor<?xf64>>, %n: index, %m: index, %l: index, %part0: index, %part1: index):
    cin.forall "h" to %l {
    ^bb0(%h: !cin.index):
      cin.forall "p0" to %part1 parallel(gpu_block, ignore_races) {
      ^bb0(%p0: !cin.index):
        cin.forall "p1" to %part0 parallel(gpu_thread, temporary) {
        ^bb0(%p1: !cin.index):
          %p = cin.split "p" %p0, %p1 down 256 of %n
          cin.guard %p
          %f = cin.position "f" %p of %B levels [0, 1] under () : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.guard %f
          %i, %j = cin.collapse "i" "j" %f of %n, %m
          cin.guard %i, %j
          %x = cin.access %B[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          %y = cin.access %C[%h] : !cin.ref<tensor<?xf64>>
          %z = arith.mulf %x, %y : f64
          cin.assign %A[%i] arith.addf %z : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Positions of the outer levels are no positions of components.

#Blocks = #level.format<(i, j, k) -> (i : compressed, j : compressed, k : dense)>

// CHECK-LABEL: func.func @outer_levels
// CHECK: level.atomic_update
// CHECK-NOT: weft.grouped
func.func @outer_levels(%b: tensor<?x?x?xf64, #Blocks>, %init: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %b, %c0 : tensor<?x?x?xf64, #Blocks>
  %d1 = tensor.dim %b, %c1 : tensor<?x?x?xf64, #Blocks>
  %size256 = arith.constant 256 : index
  %tiles2 = arith.ceildivui %d0, %size256 : index
  %r = cin.kernel ins(%b) outs(%init) extents(%d0, %d1, %size256, %tiles2) {
  ^bb0(%B: !cin.ref<tensor<?x?x?xf64, #Blocks>>, %A: !cin.ref<tensor<?xf64>>, %n: index, %m: index, %part0: index, %part1: index):
    cin.forall "p0" to %part1 parallel(gpu_block, ignore_races) {
    ^bb0(%p0: !cin.index):
      cin.forall "p1" to %part0 parallel(gpu_thread, temporary) {
      ^bb0(%p1: !cin.index):
        %p = cin.split "p" %p0, %p1 down 256 of %n
        cin.guard %p
        %f = cin.position "f" %p of %B levels [0, 1] under () : !cin.ref<tensor<?x?x?xf64, #Blocks>>
        cin.guard %f
        %i, %j = cin.collapse "i" "j" %f of %n, %m
        cin.guard %i, %j
        %x = cin.access %B[%i, %j, %i] : !cin.ref<tensor<?x?x?xf64, #Blocks>>
        cin.assign %A[%i] arith.addf %x : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?x?xf64, #Blocks>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
