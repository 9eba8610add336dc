// RUN: weft-opt %s -convert-tin-to-cin -split-input-file | FileCheck %s

// A reduction inside of an expression becomes the producer of a where statement
// (thesis, section 4.4).

// CHECK-LABEL: func @nested
// CHECK: cin.forall "i"
// CHECK: cin.where "t" () : tensor<f64> reason<nested_reduction> producer {
// CHECK-NEXT: ^bb0(%[[P:.*]]: !cin.ref<tensor<f64>>):
// CHECK: cin.forall "j"
// CHECK: cin.assign %[[P]][] arith.addf
// CHECK: consumer {
// CHECK-NEXT: ^bb0(%[[C:.*]]: !cin.ref<tensor<f64>>):
// CHECK: %[[B:.*]] = cin.access %{{.*}}[%i]
// CHECK: %[[T:.*]] = cin.access %[[C]][]
// CHECK: %[[SUM:.*]] = arith.subf %[[B]], %[[T]]
// CHECK: cin.assign %{{.*}}[%i] = %[[SUM]]
func.func @nested(%A: tensor<?x?xf64>, %x: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      %v = tin.access %x[%j] : tensor<?xf64>
      %p = arith.mulf %a, %v : f64
      tin.yield %p : f64
    } : f64
    %c = tin.access %b[%i] : tensor<?xf64>
    %r = arith.subf %c, %s : f64
    tin.yield %r : f64
  }
  return %y : tensor<?xf64>
}

// -----

// Of an assignment of just a reduction, the where statement is simplified away.
// CHECK-LABEL: func @simplified
// CHECK-NOT: cin.where
// CHECK: cin.forall "i"
// CHECK: cin.forall "j"
// CHECK: cin.assign %{{.*}}[%i] arith.addf
func.func @simplified(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// One where statement per reduction, each in the consumer of the one before it.
// CHECK-LABEL: func @two
// CHECK: cin.where "t"
// CHECK: cin.forall "j"
// CHECK: arith.addf
// CHECK: consumer {
// CHECK: cin.where "t1"
// CHECK: cin.forall "k"
// CHECK: arith.mulf
// CHECK: consumer {
// CHECK: arith.divf
func.func @two(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    %t = tin.reduce arith.mulf (%k "k") {
      %a = tin.access %A[%i, %k] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    %q = arith.divf %s, %t : f64
    tin.yield %q : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A reduction that is used twice is computed once.
// CHECK-LABEL: func @shared
// CHECK: cin.where
// CHECK-NOT: cin.where
// CHECK: arith.mulf
func.func @shared(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    %q = arith.mulf %s, %s : f64
    tin.yield %q : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A reduction that another one uses is computed around it, where the rest of the
// expression sees it as well.
// CHECK-LABEL: func @used_inside
// CHECK: cin.where "t"
// CHECK: cin.forall "k"
// CHECK: consumer {
// CHECK-NEXT: ^bb0(%[[T:.*]]: !cin.ref<tensor<f64>>):
// CHECK: cin.where "t1"
// CHECK: cin.forall "j"
// CHECK: cin.access %[[T]][]
// CHECK: consumer {
// CHECK-NEXT: ^bb0(%[[T1:.*]]: !cin.ref<tensor<f64>>):
// CHECK: cin.access %[[T1]][]
// CHECK: cin.access %[[T]][]
func.func @used_inside(%A: tensor<?x?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %m = tin.reduce arith.addf (%k "k") {
      %v = tin.access %x[%k] : tensor<?xf64>
      tin.yield %v : f64
    } : f64
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      %p = arith.mulf %a, %m : f64
      tin.yield %p : f64
    } : f64
    %q = arith.addf %s, %m : f64
    tin.yield %q : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A component that starts at another value than the combiner's identity is
// assigned once, from a scalar that starts at the identity.
// CHECK-LABEL: func @maximum
// CHECK: cin.forall "i"
// CHECK: cin.where "t" () : tensor<f64, #[[MIN:.*]]> reason<initial_value> producer {
// CHECK: cin.forall "j"
// CHECK: cin.assign %{{.*}}[] arith.maximumf
// CHECK: consumer {
// CHECK: %[[T:.*]] = cin.access
// CHECK: cin.assign %{{.*}}[%i] = %[[T]]
func.func @maximum(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.maximumf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// If the reduction must be outside, all that is inside is a workspace. It is
// over what is present, which is counted; where something is absent, its zero
// is combined once.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-DAG: #[[MIN:.*]] = #level.format<(d0) -> (d0 : dense), fill = 0xFFF0000000000000 : f64>
// CHECK-LABEL: func @maximum_of_columns
// CHECK: cin.where "w" (%{{.*}}) : tensor<?xf64, #[[MIN]]> reason<initial_value> storage<absence_unobserved> producer {
// CHECK: cin.forall "j"
// CHECK: cin.forall "i"
// CHECK: %[[TERM:.*]] = cin.present %{{.*}} else(0xFFF0000000000000 : f64) : f64 -> f64
// CHECK: cin.assign %w[%i] arith.maximumf %[[TERM]]
// CHECK: consumer {
// CHECK: cin.where "w1" (%{{.*}}) : tensor<?xi64> reason<absent_terms> storage<absence_unobserved> producer {
// CHECK: cin.forall "j1"
// CHECK: cin.forall "i1"
// CHECK: %[[ONE:.*]] = cin.present %{{.*}} then(1 : i64) else(0 : i64) : f64 -> i64
// CHECK: cin.assign %w1[%i1] arith.addi %[[ONE]]
// CHECK: consumer {
// CHECK: cin.forall "i2"
// CHECK: %[[MAX:.*]] = cin.access %w[%i2]
// CHECK: %[[COUNT:.*]] = cin.access %w1[%i2]
// CHECK: %[[LESS:.*]] = arith.cmpi ult, %[[COUNT]]
// CHECK: %[[BOTH:.*]] = arith.maximumf %[[MAX]], %{{.*}}
// CHECK: %[[Y:.*]] = arith.select %[[LESS]], %[[BOTH]], %[[MAX]]
// CHECK: cin.assign %{{.*}}[%i2] = %[[Y]]
func.func @maximum_of_columns(%A: tensor<?x?xf64, #CSC>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.maximumf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A sum inside of a maximum is there, whatever it finds.
// CHECK-LABEL: func @maximum_of_sums
// CHECK-NOT: cin.present
func.func @maximum_of_sums(%A: tensor<?x?x?xf64, #level.format<(i, j, k) -> (j : dense, i : compressed, k : compressed)>>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce arith.maximumf (%j "j") {
      %t = tin.reduce arith.addf (%k "k") {
        %a = tin.access %A[%i, %j, %k] : tensor<?x?x?xf64, #level.format<(i, j, k) -> (j : dense, i : compressed, k : compressed)>>
        tin.yield %a : f64
      } : f64
      tin.yield %t : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A region may combine; its identity is stated.
// CHECK-LABEL: func @region
// CHECK-NOT: cin.where
// CHECK: cin.assign %{{.*}}[%i] {
// CHECK: math.absf
// CHECK: cin.yield
func.func @region(%A: tensor<?x?xf64>) -> tensor<?xf64> {
  %y = tin.compute (%i "i") : tensor<?xf64> {
    %s = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      %abs = math.absf %v : f64
      %max = arith.maximumf %acc, %abs : f64
      tin.yield %max : f64
    } (%j "j") identity(0.0 : f64) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64>
}

// -----

// A compressed result is combined into once its reduction is promoted to a
// scalar, which takes the identity that the assignment states.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @region_into_compressed
// CHECK: cin.forall "i"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: cin.forall "j"
// CHECK: cin.assign %{{.*}}[%i] {
// CHECK: } identity(0.000000e+00 : f64) %{{.*}} : !cin.ref
func.func @region_into_compressed(%A: tensor<?x?xf64>) -> tensor<?xf64, #Sparse> {
  %y = tin.compute (%i "i") : tensor<?xf64, #Sparse> {
    %s = tin.reduce {
    ^bb0(%acc: f64, %v: f64):
      %abs = math.absf %v : f64
      %max = arith.maximumf %acc, %abs : f64
      tin.yield %max : f64
    } (%j "j") identity(0.0 : f64) {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<?xf64, #Sparse>
}

// -----

// Order 0.
// CHECK-LABEL: func @dot
// CHECK: %[[Y:.*]] = tensor.empty() : tensor<f64>
// CHECK: cin.kernel ins({{.*}}) outs(%[[Y]])
// CHECK: cin.forall "i"
// CHECK: cin.assign %{{.*}}[] arith.addf
func.func @dot(%x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<f64> {
  %y = tin.compute () : tensor<f64> {
    %s = tin.reduce arith.addf (%i "i") {
      %a = tin.access %x[%i] : tensor<?xf64>
      %b = tin.access %z[%i] : tensor<?xf64>
      %p = arith.mulf %a, %b : f64
      tin.yield %p : f64
    } : f64
    tin.yield %s : f64
  }
  return %y : tensor<f64>
}

// -----

// The scalar of a reduction begins with the initial component.
// CHECK-LABEL: func @initial_scalar
// CHECK: cin.forall "i"
// CHECK: cin.where "t" () : {{.*}} producer {
// CHECK-NEXT: ^bb0(%[[P:.*]]: !cin.ref<
// CHECK-NEXT: cin.sequence {
// CHECK: %[[Y0:.*]] = cin.access %{{.*}}[%i]
// CHECK: cin.assign %[[P]][] = %[[Y0]]
// CHECK: } then {
// CHECK: cin.forall "j"
// CHECK: cin.assign %[[P]][] arith.mulf
// CHECK: consumer {
// CHECK: %[[T:.*]] = cin.access %{{.*}}[]
// CHECK: cin.assign %{{.*}}[%i] = %[[T]]
func.func @initial_scalar(%A: tensor<?x?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = tin.compute (%i "i") from(%y : tensor<?xf64>) : tensor<?xf64> {
    %s = tin.reduce arith.mulf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %r : tensor<?xf64>
}

// -----

// Where the loop of the reduction is outside, initial components are assigned
// before it.
#CSC = #level.format<(i, j) -> (j : dense, i : compressed)>
// CHECK-LABEL: func @initial_result
// CHECK: cin.sequence {
// CHECK: cin.forall "i1"
// CHECK: %[[Y0:.*]] = cin.access %{{.*}}[%i1]
// CHECK: cin.assign %[[R:.*]][%i1] = %[[Y0]]
// CHECK: } then {
// CHECK: cin.forall "j"
// CHECK: cin.forall "i"
// CHECK: cin.assign %[[R]][%i] arith.addf
func.func @initial_result(%A: tensor<?x?xf64, #CSC>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = tin.compute (%i "i") from(%y : tensor<?xf64>) : tensor<?xf64> {
    %s = tin.reduce arith.addf (%j "j") {
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSC>
      tin.yield %a : f64
    } : f64
    tin.yield %s : f64
  }
  return %r : tensor<?xf64>
}
