// RUN: weft-opt %s -convert-cin-to-lattice=max-copies=60 -split-input-file | FileCheck %s

// Workspaces.

// A scalar is a value that the loops of its producer carry.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @scalar
// CHECK: lattice.coiterate "i"
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[T:.*]] = lattice.coiterate "j" {{.*}} carry (%[[ZERO]] : f64) {
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[ACC:.*]]: f64):
// CHECK: %[[NEXT:.*]] = arith.addf %[[ACC]],
// CHECK: lattice.yield %[[NEXT]] : f64
// CHECK: %[[ROOT:.*]] = math.sqrt %[[T]]
// CHECK: level.store %[[ROOT]]
func.func @scalar(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %t[] : !cin.ref<tensor<f64>>
        %1 = math.sqrt %0 : f64
        cin.assign %yr[%i] = %1 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Where all that is produced is absent, the workspace is its fill.
#DCSR = #level.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: func @nothing_produced
// CHECK: lattice.coiterate "i"
// CHECK: point [{{.*}}a1{{.*}}b1{{.*}}] {
// CHECK: lattice.coiterate "j"
// CHECK: arith.subf
// CHECK: point [{{.*}}b1{{.*}}] {
// CHECK-NOT: lattice.coiterate "j"
// CHECK: %[[B:.*]] = level.load
// CHECK-NOT: arith.subf
// CHECK: level.store %[[B]]
func.func @nothing_produced(%a: tensor<?x?xf64, #DCSR> {weft.name = "a"}, %b: tensor<?xf64> {weft.name = "b"}, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #DCSR>>, %br: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #DCSR>>
          cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
        %1 = cin.access %t[] : !cin.ref<tensor<f64>>
        %2 = arith.subf %0, %1 : f64
        cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #DCSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A list: appended to in the order of the producer, put in order, read once per
// coordinate, and released.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-DAG: #[[LIST:.*]] = #level.format<(d0) -> (d0 : compressed(nonunique))>
// CHECK-LABEL: func @list
// CHECK-SAME: %[[M:[a-z0-9]*]]: index, %{{.*}}: index)
// CHECK: %[[W0:.*]] = level.init(%[[M]]) : <tensor<?xf64, #[[LIST]]>>
// CHECK: %[[W1:.*]] = lattice.coiterate "j" {{.*}} carry (%[[W0]] :
// CHECK: lattice.coiterate "i"
// CHECK: ^bb0(%i: index, %{{.*}}: index, %[[S0:[a-z0-9]*]]: {{.*}}):
// CHECK: %[[P:.*]] = level.next %[[S0]] level 0
// CHECK: %[[S1:.*]] = level.store %{{.*}}, %[[S0]][%[[P]]]
// CHECK: %[[S2:.*]] = level.append_coord %[[S1]] level 0 coord %i
// CHECK: lattice.yield %[[S2]]
// CHECK: %[[ONCE:.*]] = level.combine_entries arith.addf %[[W1]] :
// CHECK: %[[END:.*]] = level.next %[[ONCE]] level 0
// CHECK: %[[W2:.*]] = level.append_edges %[[ONCE]] level 0 under %[[C0:.*]] from %[[C0]] to %[[END]]
// CHECK: %[[W:.*]] = level.finalize %[[W2]] :
// CHECK: %[[S:.*]] = level.open %[[W]]
// CHECK: lattice.coiterate "k" {{.*}} over (w1 = %[[S]] level 0
// CHECK: ^bb0(%k: index, %[[P:.*]]: index, %[[Q:[a-z0-9_]*]]: index, {{.*}}):
// CHECK: level.combine arith.addf %[[S]][%[[P]] to %[[Q]]]
// CHECK: level.release %[[W]]
func.func @list(%a: tensor<?x?xf64, #CSC> {weft.name = "a"}, %y: tensor<?xf64, #Sparse>, %m: index, %n: index) -> tensor<?xf64, #Sparse> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSC>>, %yr: !cin.ref<tensor<?xf64, #Sparse>>, %em: index, %en: index):
    cin.where "w" (%em) : tensor<?xf64, #List> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        cin.forall "i" to %em {
        ^bb0(%i: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSC>>
          cin.assign %w[%i] arith.addf %0 : !cin.ref<tensor<?xf64, #List>>
        }
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "k" to %em {
      ^bb0(%k: !cin.index):
        %0 = cin.access %w[%k] : !cin.ref<tensor<?xf64, #List>>
        cin.assign %yr[%k] = %0 : !cin.ref<tensor<?xf64, #Sparse>>
      }
    }
  } : (tensor<?x?xf64, #CSC>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r : tensor<?xf64, #Sparse>
}

// -----

// Entries are combined as the assignment does, and with what the component held
// at first unless it is the identity.
#Sparse = #level.format<(i) -> (i : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// CHECK-LABEL: func @maximum_of_entries
// CHECK: %[[M:.*]] = level.combine arith.maximumf
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[V:.*]] = arith.maximumf %[[ZERO]], %[[M]]
// CHECK: level.store %[[V]]
func.func @maximum_of_entries(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.where "w" (%m) : tensor<?xf64, #List> producer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
        cin.assign %w[%i] arith.maximumf %0 : !cin.ref<tensor<?xf64, #List>>
      }
    } consumer {
    ^bb0(%w: !cin.ref<tensor<?xf64, #List>>):
      cin.forall "k" to %m {
      ^bb0(%k: !cin.index):
        %0 = cin.access %w[%k] : !cin.ref<tensor<?xf64, #List>>
        cin.assign %yr[%k] = %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A dense workspace is scattered into; one of its coordinates may be bound
// outside. A consumer may read it twice.
// CHECK-LABEL: func @dense
// CHECK: lattice.coiterate "i"
// CHECK: ^bb0(%i: index
// CHECK: %[[W0:.*]] = level.init(%{{.*}}, %{{.*}}) : <tensor<?x?xf64>>
// CHECK: %[[ROW:.*]], %{{.*}} = level.locate %[[W0]] level 0 under %{{.*}} coords(%i)
// CHECK: lattice.coiterate "j" {{.*}} carry (%[[W0]]
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[S:.*]]: !level.builder
// CHECK: %[[P:.*]], %{{.*}} = level.locate %[[S]] level 1 under %[[ROW]] coords(%i, %j)
// CHECK: %[[OLD:.*]] = level.load %[[S]][%[[P]]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]],
// CHECK: level.store %[[NEW]], %[[S]][%[[P]]]
// CHECK: %[[W:.*]] = level.finalize
// CHECK: %[[STORED:.*]] = level.open %[[W]]
// CHECK: %[[R:.*]], %{{.*}} = level.locate %[[STORED]] level 0 under %{{.*}} coords(%i)
// CHECK: lattice.coiterate "k" {{.*}} over (w2 = %[[STORED]] level 1 under %[[R]]
// CHECK: %[[V:.*]] = level.load %[[STORED]][%[[Q:.*]]]
// CHECK: level.load %[[STORED]][%[[Q]]]
// CHECK: level.release %[[W]]
func.func @dense(%a: tensor<?x?xf64> {weft.name = "a"}, %y: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "w" (%em, %en) : tensor<?x?xf64> producer {
      ^bb0(%w: !cin.ref<tensor<?x?xf64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %w[%i, %j] arith.addf %0 : !cin.ref<tensor<?x?xf64>>
        }
      } consumer {
      ^bb0(%w: !cin.ref<tensor<?x?xf64>>):
        cin.forall "k" to %en {
        ^bb0(%k: !cin.index):
          %0 = cin.access %w[%i, %k] : !cin.ref<tensor<?x?xf64>>
          %1 = cin.access %w[%i, %k] : !cin.ref<tensor<?x?xf64>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %yr[%i, %k] = %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// -----

// One workspace inside of the producer of another, and one in its consumer. An
// assignment directly in a producer is at the coordinates that are bound.
// CHECK-LABEL: func @nested
// CHECK: lattice.coiterate "i"
// CHECK: level.init(%{{.*}}) : <tensor<?xf64>>
// CHECK: lattice.coiterate "j" {{.*}} carry (%{{.*}} : f64)
// CHECK: level.store
// CHECK: level.finalize
// CHECK: lattice.coiterate "k" {{.*}} carry (%{{.*}} : f64)
// CHECK: arith.subf
// CHECK: level.release
func.func @nested(%a: tensor<?x?xf64> {weft.name = "a"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.where "w" (%m) : tensor<?xf64> producer {
      ^bb0(%w: !cin.ref<tensor<?xf64>>):
        cin.where "t" () : tensor<f64> producer {
        ^bb0(%t: !cin.ref<tensor<f64>>):
          cin.forall "j" to %m {
          ^bb0(%j: !cin.index):
            %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
            cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
          }
        } consumer {
        ^bb0(%t: !cin.ref<tensor<f64>>):
          %0 = cin.access %t[] : !cin.ref<tensor<f64>>
          cin.assign %w[%i] = %0 : !cin.ref<tensor<?xf64>>
        }
      } consumer {
      ^bb0(%w: !cin.ref<tensor<?xf64>>):
        cin.where "u" () : tensor<f64> producer {
        ^bb0(%u: !cin.ref<tensor<f64>>):
          cin.forall "k" to %m {
          ^bb0(%k: !cin.index):
            %0 = cin.access %ar[%k, %i] : !cin.ref<tensor<?x?xf64>>
            cin.assign %u[] arith.addf %0 : !cin.ref<tensor<f64>>
          }
        } consumer {
        ^bb0(%u: !cin.ref<tensor<f64>>):
          %0 = cin.access %w[%i] : !cin.ref<tensor<?xf64>>
          %1 = cin.access %u[] : !cin.ref<tensor<f64>>
          %2 = arith.subf %0, %1 : f64
          cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A scalar to which nothing was assigned is absent. Where that is something else
// than its fill, namely in a product with an infinity, loops carry whether it
// is.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @absence_observed
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[T:.*]]:2 = lattice.coiterate "j" {{.*}} carry (%{{.*}} : f64, %[[FALSE]] : i1) {
// CHECK: ^bb0(%j: index, %{{.*}}: index, %[[ACC:.*]]: f64, %{{.*}}: i1):
// CHECK: %[[NEXT:.*]] = arith.addf %[[ACC]],
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: lattice.yield %[[NEXT]], %[[TRUE]] : f64, i1
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %[[T]]#0
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[V:.*]] = arith.select %[[T]]#1, %[[P]], %[[ZERO]]
// CHECK: level.store %[[V]]
func.func @absence_observed(%a: tensor<?x?xf64, #CSR> {weft.name = "a"}, %b: tensor<?xf64> {weft.name = "b"}, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64> producer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          cin.assign %t[] arith.addf %0 : !cin.ref<tensor<f64>>
        }
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64>>):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
        %1 = cin.access %t[] : !cin.ref<tensor<f64>>
        %2 = arith.mulf %0, %1 : f64
        cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// An integer has no infinities.
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func @absence_not_observed
// CHECK: lattice.coiterate "j" {{.*}} carry (%{{.*}} : i32) {
// CHECK: arith.muli
// CHECK-NOT: arith.select
// CHECK: level.store
func.func @absence_not_observed(%a: tensor<?x?xi32, #CSR> {weft.name = "a"}, %b: tensor<?xi32> {weft.name = "b"}, %y: tensor<?xi32>, %m: index, %n: index) -> tensor<?xi32> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xi32, #CSR>>, %br: !cin.ref<tensor<?xi32>>, %yr: !cin.ref<tensor<?xi32>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<i32> producer {
      ^bb0(%t: !cin.ref<tensor<i32>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xi32, #CSR>>
          cin.assign %t[] arith.addi %0 : !cin.ref<tensor<i32>>
        }
      } consumer {
      ^bb0(%t: !cin.ref<tensor<i32>>):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xi32>>
        %1 = cin.access %t[] : !cin.ref<tensor<i32>>
        %2 = arith.muli %0, %1 : i32
        cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xi32>>
      }
    }
  } : (tensor<?x?xi32, #CSR>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
