// RUN: weft-opt %s '-convert-cin-to-lattice=max-copies=60 carry=false' -split-input-file | FileCheck %s

// The points of a forall's lattice, and the body simplified for each of them
// (thesis, sections 3.3 and 4.3 and figure 5-2).

// The result starts as the fill, which is what the product is outside of the
// intersection.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @intersection
// CHECK: lattice.coiterate "i" {{.*}} over (a1 = %[[A:[^ ]*]] level 0 {{.*}}, b1 = %[[B:[^ ]*]] level 0 {{.*}}) carry
// CHECK: point [a1, b1] {
// CHECK-NEXT: ^bb0(%i: index, %[[PA:.*]]: index, %[[PB:.*]]: index, %{{.*}}: !level.builder<tensor<?xf64>>):
// CHECK: %[[X:.*]] = level.load %[[A]][%[[PA]]]
// CHECK: %[[Y:.*]] = level.load %[[B]][%[[PB]]]
// CHECK: arith.mulf %[[X]], %[[Y]]
// CHECK-NOT: point
func.func @intersection(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %b: tensor<?xf64, #Sparse> {weft.name = "b"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %br: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// One region per point: where an operand of a sum is absent, the other is all
// there is.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @union
// CHECK: point [a1, b1] {
// CHECK: %[[X:.*]] = level.load
// CHECK: %[[Y:.*]] = level.load
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK: level.store %[[SUM]]
// CHECK: point [a1] {
// CHECK-NOT: arith.addf
// CHECK: %[[X:.*]] = level.load
// CHECK: level.store %[[X]]
// CHECK: point [b1] {
// CHECK-NOT: arith.addf
// CHECK: %[[Y:.*]] = level.load
// CHECK: level.store %[[Y]]
func.func @union(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %b: tensor<?xf64, #Sparse> {weft.name = "b"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %br: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A dense operand of a product is located in.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @intersection_with_dense
// CHECK: point [a1 | x1] {
// CHECK-NOT: point
func.func @intersection_with_dense(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %x: tensor<?xf64> {weft.name = "x"}, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %yr[] arith.addf %2 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// The dense operand of a sum has every coordinate: no point is without it.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @union_with_dense
// CHECK: point [{{.*}}a1{{.*}}x1] {
// CHECK: arith.addf
// CHECK: point [{{.*}}x1] {
// CHECK-NOT: arith.addf
// CHECK-NOT: point
// CHECK: return
func.func @union_with_dense(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A product in a sum: where one of its factors is absent, the other does not
// matter.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @product_in_sum
// CHECK: point [a1, b1, c1]
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: point [a1, b1]
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NOT: arith.addf
// CHECK: level.store %[[P]]
// CHECK: point [c1]
// CHECK-NOT: arith.mulf
// CHECK-NOT: arith.addf
// CHECK: level.store
// CHECK-NOT: point
// CHECK: return
func.func @product_in_sum(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %b: tensor<?xf64, #Sparse> {weft.name = "b"}, %c: tensor<?xf64, #Sparse> {weft.name = "c"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b, %c) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %br: !cin.ref<tensor<?xf64, #Sparse>>, %cr: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %2 = cin.access %cr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      cin.assign %yr[%i] = %4 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Rows that are absent have no inner coiteration; of rows of one operand, only
// its columns are iterated over.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @union_of_rows
// CHECK: point [a1, b1] {
// CHECK: lattice.coiterate "j" {{.*}} over (a2 = {{.*}}, b2 = {{.*}})
// CHECK: point [a2, b2] {
// CHECK: point [a2] {
// CHECK: point [b2] {
// CHECK: point [a1] {
// CHECK: lattice.coiterate "j" {{.*}} over (a2 = {{[^=]*}})
// CHECK: point [a2] {
// CHECK: point [b1] {
// CHECK: lattice.coiterate "j" {{.*}} over (b2 = {{[^=]*}})
// CHECK: point [b2] {
func.func @union_of_rows(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %b: tensor<?x?xf64, #DCSR> {weft.name = "b"}, %y: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %br: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %yr[%i, %j] = %2 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Entries of equal coordinates are one component, and the rows of a coordinate
// list are runs of positions.
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

// CHECK-LABEL: func @runs
// CHECK: lattice.coiterate "i" {{.*}} over (a1 = %[[A:[^ ]*]] level 0
// CHECK: point [a1] {
// CHECK-NEXT: ^bb0(%i: index, %[[P:.*]]: index, %[[Q:.*]]: index, {{.*}}):
// CHECK: lattice.coiterate "j" {{.*}} over (a2 = %[[A]] level 1 under %[[P]] to %[[Q]] coords(%i)
// CHECK: point [a2] {
// CHECK-NEXT: ^bb0(%j: index, %[[P2:.*]]: index, %[[Q2:.*]]: index, {{.*}}):
// CHECK: level.combine arith.addf %[[A]][%[[P2]] to %[[Q2]]]
func.func @runs(%a: tensor<?x?xf64, #List> {weft.name = "a"}, %y: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #List>>, %yr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #List>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?x?xf64, #List>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// A tensor with two lists of indices has two paths; the same list is one.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @one_path
// CHECK: lattice.coiterate "i" {{.*}} over (a1 = {{[^=]*}}) carry
// CHECK: point [a1] {
// CHECK: lattice.coiterate "j" {{.*}} over (a1 = {{[^=]*}}) carry
func.func @one_path(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?x?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %1 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %2 = cin.access %ar[%j] : !cin.ref<tensor<?xf64, #Sparse>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        cin.assign %yr[%i, %j] = %4 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Two lists of indices in one forall are two segments with names of their own.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @two_paths
// CHECK: lattice.coiterate "k" {{.*}} over (a2 = {{.*}}, a2_2 = {{.*}})
// CHECK: point [a2, a2_2]
func.func @two_paths(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %y: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %m {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64, #DCSR>>
          %1 = cin.access %ar[%j, %k] : !cin.ref<tensor<?x?xf64, #DCSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %yr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// What a variable does not index is broadcast: the universe.
// CHECK-LABEL: func @broadcast
// CHECK: lattice.coiterate "i" {{.*}} over (x1 = {{[^=]*}})
// CHECK: lattice.coiterate "j" {{.*}} over () carry
// CHECK: point [U] {
func.func @broadcast(%x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%m, %n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// Levels with locate are reached as soon as their variable is bound: a diagonal
// and a literal.
// CHECK-LABEL: func @located
// CHECK: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[ROW:.*]], %{{.*}} = level.locate %[[A:.*]] level 0 under %{{.*}} coords(%[[C3]])
// CHECK: lattice.coiterate "i" {{.*}} over (a1 = %[[A]] level 0 {{.*}}, a2 = %[[A]] level 1 under %[[ROW]]
// CHECK: ^bb0(%i: index, %[[P:.*]]: index, %[[Q:.*]]: index,
// CHECK: %[[D:.*]], %{{.*}} = level.locate %[[A]] level 1 under %[[P]] coords(%i, %i)
// CHECK-DAG: level.load %[[A]][%[[D]]]
// CHECK-DAG: level.load %[[A]][%[[Q]]]
func.func @located(%a: tensor<?x?xf64> {weft.name = "a"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %three = cin.literal 3
      %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64>>
      %1 = cin.access %ar[%three, %i] : !cin.ref<tensor<?x?xf64>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// What changes nothing needs no loop.
// CHECK-LABEL: func @nothing
// CHECK-NOT: lattice.coiterate
// CHECK: return
func.func @nothing(%y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel outs(%y) extents(%n) {
  ^bb0(%yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %zero = arith.constant 0.0 : f64
      cin.assign %yr[%i] arith.addf %zero : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The names of segments are keywords, whatever tensors are called.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @names
// CHECK: over (_2nd_row1 =
func.func @names(%a: tensor<?xf64, #Sparse> {weft.name = "2nd row"}, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<f64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
