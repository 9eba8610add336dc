// RUN: weft-opt %s -convert-cin-to-lattice -split-input-file | FileCheck %s

// Results in two phases: the entries of segments are counted, and then stored at
// their places, by the same coiterations. No value is computed to count.

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @csr
// CHECK: %[[B0:.*]] = level.init(%{{.*}}) : <{{.*}}, count>
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[B:.*]] = lattice.coiterate "i" {{.*}} carry (%[[B0]] :
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[B1:.*]]: !level.builder
// CHECK: %[[ROW:.*]], %{{.*}} = level.locate %[[B1]] level 0
// CHECK: %[[BEGIN:.*]] = arith.constant 0 : index
// CHECK: %[[IN:.*]]:2 = lattice.coiterate "j" {{.*}} carry (%[[B1]] : {{.*}}, %[[BEGIN]] : index)
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[B2:.*]]: !level.builder<{{.*}}>, %[[N:.*]]: index):
// CHECK-NOT: level.load
// CHECK: %[[NEXT:.*]] = arith.addi %[[N]], %
// CHECK: lattice.yield %[[B2]], %[[NEXT]]
// CHECK: %[[CHILDREN:.*]] = arith.subi %[[IN]]#1, %[[BEGIN]]
// CHECK: %[[B3:.*]] = level.count %[[IN]]#0 level 1 under %[[ROW]] of %[[CHILDREN]]
// CHECK: lattice.yield %[[B3]]
// CHECK: %[[P0:.*]] = level.scan %[[B]]
// CHECK: %[[P:.*]] = lattice.coiterate "i" {{.*}} carry (%[[P0]] :
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[P1:.*]]: !level.builder
// CHECK: %[[ROW:.*]], %{{.*}} = level.locate %[[P1]] level 0
// CHECK: %[[BEGIN:.*]] = level.begin %[[P1]] level 1 under %[[ROW]]
// CHECK: %[[IN:.*]]:2 = lattice.coiterate "j" {{.*}} carry (%[[P1]] : {{.*}}, %[[BEGIN]] : index)
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[P2:.*]]: !level.builder<{{.*}}>, %[[Q:.*]]: index):
// CHECK: %[[V:.*]] = level.load
// CHECK: %[[P3:.*]] = level.store %[[V]], %[[P2]][%[[Q]]]
// CHECK: %[[P4:.*]] = level.place %[[P3]] level 1 at %[[Q]] coord %j :
// CHECK: %[[NEXT:.*]] = arith.addi %[[Q]], %
// CHECK: lattice.yield %[[P4]], %[[NEXT]]
// CHECK: lattice.yield %[[IN]]#0
// CHECK: level.finalize %[[P]] :
func.func @csr(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
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

// A row is a parent, so that rows are numbered when they are counted; one
// without children is neither counted nor placed. Segments of a dense level are
// between the rows and theirs.
#Sds = #level.format<(i, j, k) -> (i : compressed, j : dense, k : compressed)>

// CHECK-LABEL: func @parents
// CHECK: %[[NEXT:.*]] = level.next %{{.*}} level 0 : <{{.*}}, count>
// CHECK: lattice.coiterate "i" {{.*}} carry (%{{.*}}, %[[NEXT]] : index)
// CHECK: ^bb0(%i: index, {{.*}}, %[[ROW:[a-z0-9]*]]: index):
// CHECK: %[[NONE:.*]] = arith.constant 0 : index
// CHECK: %[[ROWS:.*]]:2 = lattice.coiterate "j" {{.*}} carry (%{{.*}}, %[[NONE]] : index)
// CHECK: ^bb0(%j: index, {{.*}}, %[[SUM:[a-z0-9]*]]: index):
// CHECK: %[[PARENT:.*]], %{{.*}} = level.locate %{{.*}} level 1 under %[[ROW]]
// CHECK: %[[IN:.*]]:2 = lattice.coiterate "k"
// CHECK: %[[CHILDREN:.*]] = arith.subi %[[IN]]#1
// CHECK: level.count %[[IN]]#0 level 2 under %[[PARENT]] of %[[CHILDREN]]
// CHECK: arith.addi %[[SUM]], %[[CHILDREN]]
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[ROWS]]#1, %
// CHECK: %[[STEP:.*]] = arith.index_castui %[[SOME]]
// CHECK: arith.addi %[[ROW]], %[[STEP]]
// CHECK: level.count %{{.*}} level 0
// CHECK: level.scan
// CHECK: level.begin %{{.*}} level 0
// CHECK: ^bb0(%i: index, {{.*}}, %[[ROW:[a-z0-9]*]]: index):
// CHECK: level.begin %{{.*}} level 2
// CHECK: level.place %{{.*}} level 2
// CHECK: %[[SOME:.*]] = arith.cmpi ne
// CHECK: %[[STEP:.*]] = arith.index_castui %[[SOME]]
// CHECK: level.place %{{.*}} level 0 at %[[ROW]] coord %i if %[[SOME]]
// CHECK: arith.addi %[[ROW]], %[[STEP]]
func.func @parents(%a: tensor<?x?x?xf64, #Sds> {weft.name = "a"}, %y: tensor<?x?x?xf64, #Sds>, %m: index, %n: index, %o: index) -> tensor<?x?x?xf64, #Sds> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n, %o) assembly(two_phase) {
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

// A chain of branchless levels is one segment, and placed together.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#COO = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// CHECK-LABEL: func @coo
// CHECK: lattice.coiterate "i" {{.*}} carry (%{{.*}}, %{{.*}} : index)
// CHECK: ^bb0(%i: index, {{.*}}, %[[N0:[a-z0-9]*]]: index):
// CHECK: lattice.coiterate "j" {{.*}} carry (%{{.*}}, %[[N0]] : index)
// CHECK: level.count %{{.*}} level 0 under
// CHECK: level.scan
// CHECK: %[[P:.*]] = level.begin %{{.*}} level 0 under
// CHECK: ^bb0(%j: index, {{.*}}, %[[Q:[a-z0-9]*]]: index):
// CHECK: level.place %{{.*}} level 0 at %[[Q]] coord %i :
// CHECK: level.place %{{.*}} level 1 at %[[Q]] coord %j :
func.func @coo(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?x?xf64, #COO>, %m: index, %n: index) -> tensor<?x?xf64, #COO> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
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

// A list takes entries in any order, in one segment around all foralls, and is
// sorted at the end.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

// CHECK-LABEL: func @list
// CHECK: %[[ALL:.*]]:2 = lattice.coiterate "j"
// CHECK: lattice.coiterate "i"
// CHECK-NOT: level.load
// CHECK: level.count %[[ALL]]#0 level 0 under %{{.*}} of %[[ALL]]#1
// CHECK: level.scan
// CHECK: ^bb0(%i: index, {{.*}}, %[[Q:[a-z0-9]*]]: index):
// CHECK: level.store %{{.*}}, %{{.*}}[%[[Q]]]
// CHECK: level.place %{{.*}} level 0 at %[[Q]] coord %i :
// CHECK: level.place %{{.*}} level 1 at %[[Q]] coord %j :
// CHECK-NOT: level.append_edges
// CHECK: level.finalize %{{.*}} sorting : <{{.*}}, place>
func.func @list(%a: tensor<?x?xf64, #CSC> {weft.name = "a"}, %y: tensor<?x?xf64, #List>, %m: index, %n: index) -> tensor<?x?xf64, #List> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
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

// What only computes values is not there when entries are counted: the other
// results, and of the sum all but whether it finds something. Results without
// anything to count are fused.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func @values
// CHECK: level.init(%{{.*}}) : <{{.*}}, count>
// CHECK: level.init(%{{.*}}) : <tensor<?xf64>>
// CHECK: lattice.coiterate "i"
// CHECK: lattice.coiterate "j"
// CHECK: %[[FOUND:.*]] = lattice.coiterate "k" {{.*}} carry (%{{.*}} : i1) until [true]
// CHECK-NOT: level.load
// CHECK: scf.if %[[FOUND]]
// CHECK-NOT: "l"
// CHECK: level.scan
// CHECK: lattice.coiterate "i"
// CHECK: lattice.coiterate "j"
// CHECK: lattice.coiterate "k" {{.*}} carry (%{{.*}} : f64, %{{.*}} : i1)
// CHECK: lattice.coiterate "l"
func.func @values(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %b: tensor<?x?xf64, #CSC> {weft.name = "b"}, %y: tensor<?x?xf64, #CSR>, %z: tensor<?xf64>, %n: index) -> (tensor<?x?xf64, #CSR>, tensor<?xf64>) {
  %r:2 = cin.kernel ins(%a, %b) outs(%y, %z) extents(%n) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64, #CSC>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %zr: !cin.ref<tensor<?xf64>>, %e: index):
    cin.forall "i" to %e {
    ^bb0(%i: !cin.index):
      cin.multi {
        cin.forall "j" to %e {
        ^bb0(%j: !cin.index):
          cin.where "t" () : tensor<f64> producer {
          ^bb0(%t: !cin.ref<tensor<f64>>):
            cin.forall "k" to %e {
            ^bb0(%k: !cin.index):
              %0 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xf64, #CSC>>
              cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
            }
          } consumer {
          ^bb0(%t: !cin.ref<tensor<f64>>):
            %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
            %1 = cin.access %t[] : !cin.ref<tensor<f64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %yr[%i, %j] = %2 : !cin.ref<tensor<?x?xf64, #CSR>>
          }
        }
      } and {
        cin.forall "l" to %e {
        ^bb0(%l: !cin.index):
          %0 = cin.access %ar[%i, %l] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %zr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSR>, tensor<?xf64>) -> (tensor<?x?xf64, #CSR>, tensor<?xf64>)
  return %r#0, %r#1 : tensor<?x?xf64, #CSR>, tensor<?xf64>
}

// -----

// What a workspace stores is needed to count, but not its values.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @workspace
// CHECK: %[[W0:.*]] = level.init(%{{.*}}) : <tensor<?xf64, {{.*}}>, assemble>
// CHECK: %[[ROOM:.*]] = level.reserve_coords %[[W0]] level 0
// CHECK: lattice.coiterate "j" {{.*}} carry (%[[ROOM]] :
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[W1:.*]]: !level.builder
// CHECK-NOT: level.store
// CHECK: %[[W2:.*]] = level.append_coord %[[W1]] level 0 coord %j reserved :
// CHECK-NEXT: lattice.yield %[[W2]]
// CHECK: level.append_edges
// CHECK: lattice.coiterate "k"
// CHECK: level.scan
// CHECK: level.init(%{{.*}}) : <tensor<?xf64, {{[^>]*}}>>{{$}}
func.func @workspace(%a: tensor<?x?xf64, #CSR>, %y: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) assembly(two_phase) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?x?xf64, #CSR>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "w" (%en) : tensor<?xf64, #Sparse> producer {
      ^bb0(%w: !cin.ref<tensor<?xf64, #Sparse>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %w[%j] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
        }
      } consumer {
      ^bb0(%w: !cin.ref<tensor<?xf64, #Sparse>>):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %w[%k] : !cin.ref<tensor<?xf64, #Sparse>>
          cin.assign %yr[%i, %k] = %0 : !cin.ref<tensor<?x?xf64, #CSR>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

// -----

// An entry outside of all foralls is counted as well.
#List = #level.format<(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))>

// CHECK-LABEL: func @alone
// CHECK: level.count %{{.*}} level 0 under %{{.*}} of %
// CHECK: %[[P:.*]] = level.scan
// CHECK: level.place %{{.*}} level 1 at %
func.func @alone(%x: tensor<?xf64>, %y: tensor<?x?xf64, #List>) -> tensor<?x?xf64, #List> {
  %r = cin.kernel ins(%x) outs(%y) assembly(two_phase) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?x?xf64, #List>>):
    %i = cin.literal 1
    %j = cin.literal 2
    %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
    cin.assign %yr[%i, %j] = %0 : !cin.ref<tensor<?x?xf64, #List>>
  } : (tensor<?xf64>, tensor<?x?xf64, #List>) -> tensor<?x?xf64, #List>
  return %r : tensor<?x?xf64, #List>
}
