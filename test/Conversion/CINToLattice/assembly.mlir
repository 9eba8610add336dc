// RUN: weft-opt %s -convert-cin-to-lattice=carry=false -split-input-file | FileCheck %s

// Results are assembled by the foralls of their levels' variables (thesis,
// section 5.4).

// A row of CSR: the segment is connected to its parent after the forall.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @csr
// There is room for all entries of the operand, unless they are many.
// CHECK: %[[FIRST:.*]], %[[LAST:.*]] = level.pos_bounds %{{.*}} level 0 under %c0{{.*}} to %c1
// CHECK: %[[PB:.*]], %[[PE:.*]] = level.pos_bounds %{{.*}} level 1 under %[[FIRST]] to %[[LAST]]
// CHECK: %[[ALL:.*]] = arith.subi %[[PE]], %[[PB]]
// CHECK: %[[SOME:.*]] = arith.minsi %[[ALL]], %c8388608
// CHECK: %[[INIT:.*]] = level.init(
// CHECK: %[[Y0:.*]] = level.reserve_coords %[[INIT]] level 1 for %[[SOME]]
// CHECK: %[[Y:.*]] = lattice.coiterate "i" {{.*}} carry (%[[Y0]] :
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[S0:.*]]: !level.builder
// CHECK: %[[ROW:.*]], %{{.*}} = level.locate %[[S0]] level 0 under %{{.*}} coords(%i)
// CHECK: %[[BEGIN:.*]] = level.next %[[S0]] level 1
// There is room for all coordinates of the operand's segment.
// CHECK: %[[B:.*]], %[[E:.*]] = level.pos_bounds %{{.*}} level 1
// CHECK: %[[N:.*]] = arith.subi %[[E]], %[[B]]
// CHECK: %[[ROOM:.*]] = level.reserve_coords %[[S0]] level 1 for %[[N]]
// CHECK: %[[S1:.*]] = lattice.coiterate "j" {{.*}} carry (%[[ROOM]] :
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[S2:.*]]: !level.builder
// CHECK: %[[P:.*]] = level.next %[[S2]] level 1
// CHECK: %[[S3:.*]] = level.store %{{.*}}, %[[S2]][%[[P]]] reserved :
// CHECK: %[[S4:.*]] = level.append_coord %[[S3]] level 1 coord %j reserved :
// CHECK: lattice.yield %[[S4]]
// CHECK: %[[END:.*]] = level.next %[[S1]] level 1
// CHECK: %[[S5:.*]] = level.append_edges %[[S1]] level 1 under %[[ROW]] from %[[BEGIN]] to %[[END]]
// CHECK: lattice.yield %[[S5]]
// CHECK: level.finalize %[[Y]] :
func.func @csr(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// A row without columns is not appended.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @dcsr
// CHECK: %[[BEGIN0:.*]] = level.next %{{.*}} level 0
// CHECK: %[[Y:.*]] = lattice.coiterate "i"
// CHECK: ^bb0(%i: index, %{{.*}}: index, %{{.*}}: index, %[[S0:.*]]: !level.builder
// CHECK: %[[ROW:.*]] = level.next %[[S0]] level 0
// CHECK: %[[CHILD:.*]] = level.next %[[S0]] level 1
// CHECK: %[[BEGIN:.*]] = level.next %[[S0]] level 1
// CHECK: %[[J:.*]] = lattice.coiterate "j"
// CHECK: %[[END:.*]] = level.next %[[J]] level 1
// CHECK: %[[S1:.*]] = level.append_edges %[[J]] level 1 under %[[ROW]] from %[[BEGIN]] to %[[END]]
// CHECK: %[[CHILDREN:.*]] = level.next %[[S1]] level 1
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[CHILD]], %[[CHILDREN]]
// CHECK: %[[S2:.*]] = level.append_coord %[[S1]] level 0 coord %i if %[[SOME]]
// CHECK: lattice.yield %[[S2]]
// CHECK: %[[END0:.*]] = level.next %[[Y]] level 0
// CHECK: level.append_edges %[[Y]] level 0 under %{{.*}} from %[[BEGIN0]] to %[[END0]]
func.func @dcsr(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %b: tensor<?x?xf64, #DCSR> {weft.name = "b"}, %y: tensor<?x?xf64, #DCSR>, %m: index, %n: index) -> tensor<?x?xf64, #DCSR> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %br: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64, #DCSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        %1 = cin.access %br[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i, %j] = %2 : !cin.ref<tensor<?x?xf64, #DCSR>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) -> tensor<?x?xf64, #DCSR>
  return %r : tensor<?x?xf64, #DCSR>
}

// -----

// The coordinates of a chain of branchless levels are appended together.
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// CHECK-LABEL: func @coo
// CHECK: %[[BEGIN:.*]] = level.next %{{.*}} level 0
// CHECK: lattice.coiterate "i"
// CHECK-NOT: append
// CHECK: lattice.coiterate "j"
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[S0:.*]]: !level.builder
// CHECK: %[[P:.*]] = level.next %[[S0]] level 1
// CHECK: %[[S1:.*]] = level.store %{{.*}}, %[[S0]][%[[P]]]
// CHECK: %[[S2:.*]] = level.append_coord %[[S1]] level 0 coord %i :
// CHECK: %[[S3:.*]] = level.append_coord %[[S2]] level 1 coord %j :
// CHECK: lattice.yield %[[S3]]
// CHECK-NOT: append_edges
// CHECK: level.append_edges %{{.*}} level 0 under %{{.*}} from %[[BEGIN]] to
// CHECK: level.finalize %{{.*}} : <tensor<?x?xf64, #
func.func @coo(%a: tensor<?x?xf64> {weft.name = "a"}, %y: tensor<?x?xf64, #COO>, %m: index, %n: index) -> tensor<?x?xf64, #COO> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #COO>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #COO>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64, #COO>) -> tensor<?x?xf64, #COO>
  return %r : tensor<?x?xf64, #COO>
}

// -----

// A list that is a result: in any order, and sorted at the end.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

// CHECK-LABEL: func @list
// CHECK: lattice.coiterate "j"
// CHECK: lattice.coiterate "i"
// CHECK: level.append_coord %{{.*}} level 0 coord %i reserved :
// CHECK: level.append_coord %{{.*}} level 1 coord %j reserved :
// CHECK: level.append_edges %{{.*}} level 0
// CHECK: level.finalize %{{.*}} sorting
func.func @list(%a: tensor<?x?xf64, #CSC> {weft.name = "a"}, %y: tensor<?x?xf64, #List>, %m: index, %n: index) -> tensor<?x?xf64, #List> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSC>>, %yr: !cin.ref<tensor<?x?xf64, #List>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSC>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #List>>
      }
    }
  } : (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #List>) -> tensor<?x?xf64, #List>
  return %r : tensor<?x?xf64, #List>
}

// -----

// So is the copy of a tensor into a list that has each component once, unless
// the foralls are in the order of the list.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// CHECK-LABEL: func @unique_list
// CHECK: lattice.coiterate "j"
// CHECK: lattice.coiterate "i"
// CHECK: level.append_coord %{{.*}} level 0 coord %i reserved :
// CHECK: level.append_coord %{{.*}} level 1 coord %j reserved :
// CHECK: level.append_edges %{{.*}} level 0
// CHECK: level.finalize %{{.*}} sorting
func.func @unique_list(%a: tensor<?x?xf64, #CSC> {weft.name = "a"}, %y: tensor<?x?xf64, #COO>, %m: index, %n: index) -> tensor<?x?xf64, #COO> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSC>>, %yr: !cin.ref<tensor<?x?xf64, #COO>>, %em: index, %en: index):
    cin.forall "j" to %en {
    ^bb0(%j: !cin.index):
      cin.forall "i" to %em {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSC>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #COO>>
      }
    }
  } : (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #COO>) -> tensor<?x?xf64, #COO>
  return %r : tensor<?x?xf64, #COO>
}

// CHECK-LABEL: func @unique_list_in_order
// CHECK-NOT: sorting
// CHECK: return
func.func @unique_list_in_order(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?x?xf64, #COO>, %m: index, %n: index) -> tensor<?x?xf64, #COO> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #COO>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #COO>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>) -> tensor<?x?xf64, #COO>
  return %r : tensor<?x?xf64, #COO>
}

// -----

// A dense segment below an appended coordinate is made room for, then located
// in. A row of it that nothing was stored into is not appended.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>
#Rows = #level.format<(i, j) -> (i : compressed, j : dense)>

// CHECK-LABEL: func @dense_below_compressed
// CHECK: lattice.coiterate "i"
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[S0:.*]]: !level.builder
// CHECK: %[[ROW:.*]] = level.next %[[S0]] level 0
// CHECK: %[[ROOM:.*]] = level.reserve %[[S0]] level 1 under %[[ROW]]
// CHECK: %[[S1:.*]] = level.fill_segment %[[ROOM]] level 0 at %[[ROW]]
// CHECK: %[[J:.*]]:2 = lattice.coiterate "j" {{.*}} carry (%[[S1]] : {{.*}}, %{{.*}} : index)
// CHECK: %[[P:.*]], %{{.*}} = level.locate %{{.*}} level 1 under %[[ROW]] coords(%i, %j)
// CHECK: %[[N:.*]] = arith.addi
// CHECK: %[[S2:.*]] = level.store %{{.*}}, %{{.*}}[%[[P]]]
// CHECK: lattice.yield %[[S2]], %[[N]]
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[J]]#1, %
// CHECK: level.append_coord %[[J]]#0 level 0 coord %i if %[[SOME]] reserved :
func.func @dense_below_compressed(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %y: tensor<?x?xf64, #Rows>, %m: index, %n: index) -> tensor<?x?xf64, #Rows> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %yr: !cin.ref<tensor<?x?xf64, #Rows>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
        cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #Rows>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #Rows>) -> tensor<?x?xf64, #Rows>
  return %r : tensor<?x?xf64, #Rows>
}

// -----

// A row without columns below any of its dense coordinates is not appended
// either.
#Sds = #level.format<(i, j, k) -> (i : compressed, j : dense, k : compressed)>

// CHECK-LABEL: func @compressed_below_dense_below_compressed
// CHECK: point [a1] {
// CHECK: %[[ROW:.*]] = level.next %[[S0:.*]] level 0
// CHECK: %[[S1:.*]] = level.reserve %[[S0]] level 1 under %[[ROW]]
// CHECK: %[[BEGIN:.*]] = level.next %[[S1]] level 2
// CHECK: %[[J:.*]] = lattice.coiterate "j"
// CHECK: %[[END:.*]] = level.next %[[J]] level 2
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[BEGIN]], %[[END]]
// CHECK: level.append_coord %[[J]] level 0 coord %i if %[[SOME]]
func.func @compressed_below_dense_below_compressed(%a: tensor<?x?x?xf64, #Sds> {weft.name = "a"}, %y: tensor<?x?x?xf64, #Sds>, %m: index, %n: index, %o: index) -> tensor<?x?x?xf64, #Sds> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %o) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64, #Sds>>, %yr: !cin.ref<tensor<?x?x?xf64, #Sds>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.forall "k" to %eo {
        ^bb0(%k: !cin.index):
          %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64, #Sds>>
          cin.assign %yr[%i, %j, %k] = %0 : !cin.ref<tensor<?x?x?xf64, #Sds>>
        }
      }
    }
  } : (tensor<?x?x?xf64, #Sds>, tensor<?x?x?xf64, #Sds>) -> tensor<?x?x?xf64, #Sds>
  return %r : tensor<?x?x?xf64, #Sds>
}

// -----

// What assembles makes only coordinates; what computes keeps the structure of
// the tensor that is given for the result.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @kinds(
// CHECK-SAME: %{{.*}}, %[[Y:[a-z0-9]*]]: tensor<?xf64, #{{[a-z0-9]*}}>, %{{.*}}: index)
// CHECK: level.init(%{{.*}}) : <tensor<?xf64, #{{.*}}>, assemble>
// CHECK: level.init(%{{.*}}) keeping %[[Y]] : tensor<?xf64, #{{.*}}> -> <tensor<?xf64, #{{.*}}>, compute>
func.func @kinds(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<?xf64, #Sparse>, %n: index) -> (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) assembly(assemble) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  %s = cin.kernel ins(%a) outs(%y) extents(%n) assembly(compute) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r, %s : tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>
}

// -----

// A result of order 0 is a value until the end.
// CHECK-LABEL: func @scalar
// CHECK: %[[T:.*]] = lattice.coiterate "i" {{.*}} carry (%{{.*}} : f64)
// CHECK: %[[Y0:.*]] = level.init() : <tensor<f64>>
// CHECK: %[[Y:.*]] = level.store %[[T]], %[[Y0]][%{{.*}}]
// CHECK: level.finalize %[[Y]]
func.func @scalar(%x: tensor<?xf64> {weft.name = "x"}, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<f64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// Two results in one coiteration: each is appended to where its own operand is
// present.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @multi
// CHECK: point [a1, b1] {
// CHECK-COUNT-2: level.append_coord
// CHECK: point [a1] {
// CHECK-COUNT-1: level.append_coord
// CHECK-NOT: level.append_coord
// CHECK: point [b1] {
// CHECK-COUNT-1: level.append_coord
// CHECK-NOT: level.append_coord
// CHECK-COUNT-2: level.append_edges
// CHECK-COUNT-2: level.finalize
func.func @multi(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %b: tensor<?xf64, #Sparse> {weft.name = "b"}, %n: index) -> (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) {
  %r:2 = cin.kernel ins(%a, %b) outs(%a, %b) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %br: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %zr: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.multi {
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
      } and {
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        cin.assign %zr[%i] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
      }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>)
  return %r#0, %r#1 : tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>
}

// -----

// The mutation of a sequence reads what the definition has completed.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @sequence
// CHECK: lattice.coiterate "i" {{.*}} over (a1 =
// CHECK: %[[Y:.*]] = level.finalize
// CHECK: %[[S:.*]] = level.open %[[Y]]
// CHECK: lattice.coiterate "j" {{.*}} = %[[S]] level 0
// CHECK: %[[Z:.*]] = level.finalize
// CHECK: return %[[Y]], %[[Z]]
func.func @sequence(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %z: tensor<f64>, %n: index) -> (tensor<?xf64, #Sparse>, tensor<f64>) {
  %r:2 = cin.kernel ins(%a) outs(%a, %z) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %zr: !cin.ref<tensor<f64>>, %m: index):
    cin.sequence {
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        %1 = arith.mulf %0, %0 : f64
        cin.assign %yr[%i] = %1 : !cin.ref<tensor<?xf64, #Sparse>>
      }
    } then {
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %yr[%j] : !cin.ref<tensor<?xf64, #Sparse>>
        cin.assign %zr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<f64>) -> (tensor<?xf64, #Sparse>, tensor<f64>)
  return %r#0, %r#1 : tensor<?xf64, #Sparse>, tensor<f64>
}

// -----

// A second assignment of a component replaces the first also where its value is
// the fill.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @assigned_twice
// CHECK: lattice.coiterate "i"
// CHECK: lattice.coiterate "j" {{.*}} over (b1 =
// CHECK: point [{{.*}}b1{{.*}}] {
// CHECK: point [U] {
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: level.store %[[ZERO]]
func.func @assigned_twice(%x: tensor<?xf64> {weft.name = "x"}, %b: tensor<?xf64, #Sparse> {weft.name = "b"}, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x, %b) outs(%x) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %br: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.sequence {
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    } then {
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %br[%j] : !cin.ref<tensor<?xf64, #Sparse>>
        cin.assign %yr[%j] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Foralls inside of that of the last level combine into a component that is the
// fill at first, and not stored if nothing is combined into it.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @reduction_inside
// CHECK: lattice.coiterate "i"
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[S0:.*]]: !level.builder
// CHECK: %[[P:.*]] = level.next %[[S0]] level 0
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[S1:.*]] = level.store %[[ZERO]], %[[S0]][%[[P]]]
// CHECK: %[[SUM:.*]]:2 = lattice.coiterate "j" {{.*}} carry (%[[S1]] : {{.*}}, %{{.*}} : index)
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[S2:.*]]: !level.builder
// CHECK: %[[A:.*]] = level.load %{{.*}}[%pa2]
// CHECK: %[[OLD:.*]] = level.load %[[S2]][%[[P]]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[A]]
// CHECK: level.store %[[NEW]], %[[S2]][%[[P]]]
// CHECK-NOT: append
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[SUM]]#1, %
// CHECK: level.append_coord %[[SUM]]#0 level 0 coord %i if %[[SOME]] :
func.func @reduction_inside(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?xf64, #Sparse>, %m: index, %n: index) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #Sparse>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}
