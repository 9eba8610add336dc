// RUN: weft-opt %s -cin-promote-reductions -split-input-file | FileCheck %s

// CHECK-LABEL: func @inner
// CHECK: cin.forall "i"
// CHECK-NEXT: ^bb0(%i: !cin.index):
// CHECK-NEXT: cin.where "t" () : tensor<f64> reason<accumulator> producer {
// CHECK-NEXT: ^bb0(%[[P:.*]]: !cin.ref<tensor<f64>>):
// CHECK-NEXT: cin.forall "j"
// CHECK: %[[V:.*]] = cin.access
// CHECK: cin.assign %[[P]][] arith.addf %[[V]]
// CHECK: consumer {
// CHECK-NEXT: ^bb0(%[[C:.*]]: !cin.ref<tensor<f64>>):
// CHECK-NEXT: %[[T:.*]] = cin.access %[[C]][]
// CHECK-NEXT: cin.assign %{{.*}}[%i] arith.addf %[[T]]
func.func @inner(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %en {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// All foralls that combine into one component; the first of a new name.
// CHECK-LABEL: func @several
// CHECK: cin.where "t"
// CHECK: cin.where "t1"
// CHECK: cin.forall "j"
// CHECK-NOT: cin.where
// CHECK: cin.forall "k"
// CHECK: consumer
func.func @several(%a: tensor<?x?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.where "t" () : tensor<f64> producer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      %one = arith.constant 1.0 : f64
      cin.assign %t[] = %one : !cin.ref<tensor<f64>>
    } consumer {
    ^bb0(%t: !cin.ref<tensor<f64>>):
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %m {
        ^bb0(%j: !cin.index):
          cin.forall "k" to %m {
          ^bb0(%k: !cin.index):
            %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64>>
            %1 = cin.access %t[] : !cin.ref<tensor<f64>>
            %2 = arith.mulf %0, %1 : f64
            cin.assign %yr[%i] arith.addf %2 : !cin.ref<tensor<?xf64>>
          }
        }
      }
    }
  } : (tensor<?x?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The scalar starts at the combiner's identity.
// CHECK-DAG: #[[MIN:.*]] = #level.format<() -> (), fill = 0xFFF0000000000000 : f64>
// CHECK-LABEL: func @identity
// CHECK: cin.where "t" () : tensor<f64, #[[MIN]]>
// CHECK: cin.assign %{{.*}}[] arith.maximumf
// CHECK: consumer
// CHECK: cin.assign %{{.*}}[%i] arith.maximumf
func.func @identity(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i] arith.maximumf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A variable that is derived from the forall's indexes the component.
// CHECK-LABEL: func @derived
// CHECK: cin.forall "i0"
// CHECK: cin.forall "i1"
// CHECK: cin.split
// CHECK: cin.where
// CHECK: cin.forall "j"
func.func @derived(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c32 = arith.constant 32 : index
  %tiles = arith.ceildivui %n, %c32 : index
  %r = cin.kernel ins(%a) outs(%y) extents(%n, %c32, %tiles) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index, %e1: index, %e0: index):
    cin.forall "i0" to %e0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e1 {
      ^bb0(%i1: !cin.index):
        %i = cin.split "i" %i0, %i1 down 32 of %m
        cin.guard %i
        cin.forall "j" to %m {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// An index that is defined inside moves along.
// CHECK-LABEL: func @literal
// CHECK: %[[L:.*]] = cin.literal 3
// CHECK: cin.where
// CHECK: cin.forall "j"
// CHECK: consumer
// CHECK: cin.assign %{{.*}}[%[[L]]] arith.addf
func.func @literal(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%x) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "j" to %m {
    ^bb0(%j: !cin.index):
      %0 = cin.access %xr[%j] : !cin.ref<tensor<?xf64>>
      %i = cin.literal 3
      cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Results that are scalars already, assignments that do not combine, and
// combiners whose identity is not known stay as they are.
// CHECK-LABEL: func @unchanged
// CHECK-NOT: cin.where
// CHECK: return
func.func @unchanged(%a: tensor<?x?xf64>, %s: tensor<f64>, %y: tensor<?xf64>, %n: index) -> (tensor<f64>, tensor<?x?xf64>, tensor<?xf64>) {
  %r:3 = cin.kernel ins(%a) outs(%s, %a, %y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %sr: !cin.ref<tensor<f64>>, %br: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.multi {
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %ar[%i, %i] : !cin.ref<tensor<?x?xf64>>
        cin.assign %sr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    } and {
      cin.multi {
        cin.forall "i1" to %m {
        ^bb0(%i: !cin.index):
          cin.forall "j1" to %m {
          ^bb0(%j: !cin.index):
            %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
            cin.assign %br[%i, %j] = %0 : !cin.ref<tensor<?x?xf64>>
          }
        }
      } and {
        cin.forall "i2" to %m {
        ^bb0(%i: !cin.index):
          cin.forall "j2" to %m {
          ^bb0(%j: !cin.index):
            %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
            cin.assign %yr[%i] {
            ^bb0(%acc: f64, %v: f64):
              %abs = math.absf %v : f64
              %max = arith.maximumf %acc, %abs : f64
              cin.yield %max : f64
            } %0 : !cin.ref<tensor<?xf64>>
          }
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<f64>, tensor<?x?xf64>, tensor<?xf64>) -> (tensor<f64>, tensor<?x?xf64>, tensor<?xf64>)
  return %r#0, %r#1, %r#2 : tensor<f64>, tensor<?x?xf64>, tensor<?xf64>
}

// -----

// A stated identity makes a combiner known; both assignments state it.
// CHECK-LABEL: func @stated_identity
// CHECK:      cin.where "t" () : tensor<f64> reason<accumulator> producer {
// CHECK:        cin.forall "j"
// CHECK:        cin.assign %{{.*}}[] {
// CHECK:        } identity(0.000000e+00 : f64) %{{.*}} : !cin.ref<tensor<f64>>
// CHECK:      } consumer {
// CHECK:        cin.assign %{{.*}}[%i] {
// CHECK:        } identity(0.000000e+00 : f64) %{{.*}} : !cin.ref<tensor<?xf64>>
func.func @stated_identity(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[%i] {
        ^bb0(%acc: f64, %v: f64):
          %abs = math.absf %v : f64
          %max = arith.maximumf %acc, %abs : f64
          cin.yield %max : f64
        } identity(0.0 : f64) %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// What derives the component in the loops, and what else does from it, is
// derived before them.

// CHECK-LABEL: func @derived_inside
// CHECK: cin.forall "i0"
// CHECK: cin.forall "i1"
// CHECK: %[[I:.*]] = cin.split "i" %i0, %i1 down 32 of
// CHECK-NEXT: cin.guard %[[I]]
// CHECK-NEXT: cin.where "t"
// CHECK-NOT: cin.split
// CHECK: cin.access %{{.*}}[%[[I]], %j]
// CHECK: consumer
// CHECK: cin.assign %{{.*}}[%[[I]]] arith.addf
func.func @derived_inside(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %c32 = arith.constant 32 : index
  %tiles = arith.ceildivui %m, %c32 : index
  %r = cin.kernel ins(%a) outs(%y) extents(%m, %c32, %tiles) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %e1: index, %e0: index):
    cin.forall "i0" to %e0 {
    ^bb0(%i0: !cin.index):
      cin.forall "i1" to %e1 {
      ^bb0(%i1: !cin.index):
        cin.forall "j" to %em {
        ^bb0(%j: !cin.index):
          %i = cin.split "i" %i0, %i1 down 32 of %em
          cin.guard %i
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A sum that is read while it is made stays where it is.

// CHECK-LABEL: func @read
// CHECK-NOT: cin.where
// CHECK: return
func.func @read(%y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel outs(%y) extents(%m) {
  ^bb0(%yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %em {
      ^bb0(%j: !cin.index):
        %0 = cin.access %yr[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// What is combined may be computed right before it.

// CHECK-LABEL: func @computed_before
// CHECK: cin.forall "i"
// CHECK-NEXT: ^bb0(%i: !cin.index):
// CHECK-NEXT: cin.where "t1" () : tensor<f64> reason<accumulator> producer {
// CHECK-NEXT: ^bb0(%[[P:.*]]: !cin.ref<tensor<f64>>):
// CHECK-NEXT: cin.forall "k"
// CHECK: cin.where "t"
// CHECK: cin.forall "j"
// CHECK: consumer {
// CHECK: cin.assign %[[P]][] arith.addf
// CHECK: consumer {
// CHECK: cin.assign %{{.*}}[%i] arith.addf
func.func @computed_before(%a: tensor<?x?x?xf64>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%m) {
  ^bb0(%ar: !cin.ref<tensor<?x?x?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "k" to %em {
      ^bb0(%k: !cin.index):
        cin.where "t" () : tensor<f64> producer {
        ^bb0(%p: !cin.ref<tensor<f64>>):
          cin.forall "j" to %em {
          ^bb0(%j: !cin.index):
            %0 = cin.access %ar[%i, %j, %k] : !cin.ref<tensor<?x?x?xf64>>
            cin.assign %p[] arith.addf %0 : !cin.ref<tensor<f64>>
          }
        } consumer {
        ^bb0(%c: !cin.ref<tensor<f64>>):
          %1 = cin.access %c[] : !cin.ref<tensor<f64>>
          cin.assign %yr[%i] arith.addf %1 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?x?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Threads that share a scalar combine into one of their own first, once for
// each iteration.
// CHECK-LABEL: func @shared
// CHECK: cin.forall "i" to %{{.*}} parallel(cpu_thread, atomics)
// CHECK: cin.where "t" () : tensor<f64> reason<accumulator> producer {
// CHECK: cin.forall "j"
// CHECK: consumer {
// CHECK: cin.assign %{{.*}}[] arith.addf
func.func @shared(%a: tensor<?x?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<f64>>, %m: index):
    cin.forall "i" to %m parallel(cpu_thread, atomics) {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %m {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// What is a value for all iterations around needs no other.
// CHECK-LABEL: func @alone
// CHECK-NOT: cin.where
func.func @alone(%a: tensor<?x?xf64>, %y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %yr: !cin.ref<tensor<f64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      cin.forall "j" to %m parallel(cpu_vector, temporary) {
      ^bb0(%j: !cin.index):
        %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
        cin.assign %yr[] arith.addf %0 : !cin.ref<tensor<f64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}

// -----

// What was set before is where the reduction begins: it stays in the tensor, so
// that values are combined in their order.
// CHECK-LABEL: func @set_before
// CHECK-NOT: cin.where
func.func @set_before(%a: tensor<?x?xf64>, %b: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %br: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.sequence {
      cin.forall "i0" to %m {
      ^bb0(%i: !cin.index):
        %0 = cin.access %br[%i] : !cin.ref<tensor<?xf64>>
        cin.assign %yr[%i] = %0 : !cin.ref<tensor<?xf64>>
      }
    } then {
      cin.forall "i" to %m {
      ^bb0(%i: !cin.index):
        cin.forall "j" to %m {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %yr[%i] arith.addf %0 : !cin.ref<tensor<?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
