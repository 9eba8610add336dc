// RUN: weft-opt %s -convert-cin-to-lattice=carry=false -split-input-file | FileCheck %s

// Domains follow from what operators make of absent operands, not from their
// names.

// The quotient of an absent dividend is absent; an absent divisor counts as its
// fill.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @division
// CHECK: point [a1, b1] {
// CHECK: arith.divf
// CHECK: point [a1] {
// CHECK: %[[A:.*]] = level.load
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: arith.divf %[[A]], %[[ZERO]]
// CHECK-NOT: point
// CHECK: return
func.func @division(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %b: tensor<?xf64, #Sparse> {weft.name = "b"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %br: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %2 = arith.divf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// Zero is no identity of a maximum: the absent operand stays in the expression.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @maximum
// CHECK: point [a1, b1] {
// CHECK: point [a1] {
// CHECK: %[[A:.*]] = level.load
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: arith.maximumf %[[A]], %[[ZERO]]
// CHECK: point [b1] {
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[B:.*]] = level.load
// CHECK: arith.maximumf %[[ZERO]], %[[B]]
func.func @maximum(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %b: tensor<?xf64, #Sparse> {weft.name = "b"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %br: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %2 = arith.maximumf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The maximum over a row must see a zero, which is no identity of the combiner,
// if there is one: once is enough.
#Sparse = #level.format<(i) -> (i : compressed)>
#Min = #level.format<() -> (), fill = 0xFFF0000000000000 : f64>

// CHECK-LABEL: func @maximum_reduction
// CHECK: %[[ALL:.*]]:2 = lattice.coiterate "i" in %{{.*}} to %[[N:.*]] over
// CHECK-NEXT: point [a1] {
// CHECK-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index, %[[MAX:.*]]: f64, %[[VISITED:.*]]: index)
// CHECK: %[[NEXT:.*]] = arith.maximumf %[[MAX]], %{{.*}}
// CHECK: %[[MORE:.*]] = arith.addi %[[VISITED]], %{{.*}}
// CHECK: lattice.yield %[[NEXT]], %[[MORE]]
// CHECK-NOT: point
// CHECK: %[[ABSENT:.*]] = arith.cmpi ne, %[[ALL]]#1, %[[N]]
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[WITH:.*]] = arith.maximumf %[[ALL]]#0, %[[ZERO]]
// CHECK: arith.select %[[ABSENT]], %[[WITH]], %[[ALL]]#0
func.func @maximum_reduction(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<f64, #Min>, %n: index) -> tensor<f64, #Min> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<f64, #Min>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      cin.assign %yr[] arith.maximumf %0 : !cin.ref<tensor<f64, #Min>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<f64, #Min>) -> tensor<f64, #Min>
  return %r : tensor<f64, #Min>
}

// -----

// A product of real numbers may overflow before it comes to what is absent, so
// that zeros are combined where they are: one in each gap.
#Sparse = #level.format<(i) -> (i : compressed)>
#One = #level.format<() -> (), fill = 1.0 : f64>

// CHECK-LABEL: func @product_reduction
// CHECK-SAME: %[[N:[^ ]*]]: index)
// CHECK: %[[ALL:.*]]:2 = lattice.coiterate "i" {{.*}} carry (%{{.*}} : f64, %{{.*}} : index) {
// CHECK-NEXT: point [a1] {
// CHECK-NEXT: ^bb0(%[[I:[^:]*]]: index, %{{[^:]*}}: index, %[[ACC:[^:]*]]: f64, %[[NEXT:[^:]*]]: index):
// CHECK: %[[GAP:.*]] = arith.cmpi ugt, %[[I]], %[[NEXT]]
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[WITH:.*]] = arith.mulf %[[ACC]], %[[ZERO]]
// CHECK: %[[BEFORE:.*]] = arith.select %[[GAP]], %[[WITH]], %[[ACC]]
// CHECK: %[[V:.*]] = level.load
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[BEFORE]], %[[V]]
// CHECK: %[[BEHIND:.*]] = arith.addi %[[I]], %{{.*}}
// CHECK: lattice.yield %[[PRODUCT]], %[[BEHIND]]
// CHECK-NOT: point
// CHECK: %[[GAP:.*]] = arith.cmpi ne, %[[ALL]]#1, %[[N]]
// CHECK: arith.select %[[GAP]]
func.func @product_reduction(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<f64, #One>, %n: index) -> tensor<f64, #One> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<f64, #One>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      cin.assign %yr[] arith.mulf %0 : !cin.ref<tensor<f64, #One>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<f64, #One>) -> tensor<f64, #One>
  return %r : tensor<f64, #One>
}

// -----

// Negative zeros change the sign each time, so that all of them are combined.
#Negative = #level.format<(i) -> (i : compressed), fill = -0.0 : f64>
#One = #level.format<() -> (), fill = 1.0 : f64>

// CHECK-LABEL: func @product_of_negative_zeros
// CHECK: point [{{.*}}a1{{.*}}] {
// CHECK: point [U] {
func.func @product_of_negative_zeros(%a: tensor<?xf64, #Negative> {weft.name = "a"}, %y: tensor<f64, #One>, %n: index) -> tensor<f64, #One> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Negative>>, %yr: !cin.ref<tensor<f64, #One>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Negative>>
      cin.assign %yr[] arith.mulf %0 : !cin.ref<tensor<f64, #One>>
    }
  } : (tensor<?xf64, #Negative>, tensor<f64, #One>) -> tensor<f64, #One>
  return %r : tensor<f64, #One>
}

// -----

// Tropical: infinity annihilates in a sum and is the identity of the minimum.
#MinPlus = #level.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>
#Scalar = #level.format<() -> (), fill = 0x7FF0000000000000 : f64>

// CHECK-LABEL: func @min_plus
// CHECK: carry (%{{.*}} : f64) {
// CHECK-NEXT: point [a1, b1] {
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: arith.minimumf %{{.*}}, %[[SUM]]
// CHECK-NOT: point
// CHECK: return
func.func @min_plus(%a: tensor<?xf64, #MinPlus> {weft.name = "a"}, %b: tensor<?xf64, #MinPlus> {weft.name = "b"}, %y: tensor<f64, #Scalar>, %n: index) -> tensor<f64, #Scalar> {
  %r = cin.kernel ins(%a, %b) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #MinPlus>>, %br: !cin.ref<tensor<?xf64, #MinPlus>>, %yr: !cin.ref<tensor<f64, #Scalar>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #MinPlus>>
      %1 = cin.access %br[%i] : !cin.ref<tensor<?xf64, #MinPlus>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %yr[] arith.minimumf %2 : !cin.ref<tensor<f64, #Scalar>>
    }
  } : (tensor<?xf64, #MinPlus>, tensor<?xf64, #MinPlus>, tensor<f64, #Scalar>) -> tensor<f64, #Scalar>
  return %r : tensor<f64, #Scalar>
}

// -----

// What the expression is outside of its domain is not what the result holds
// there: every coordinate is computed.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @other_fill
// CHECK: point [{{.*}}a1{{.*}}] {
// CHECK: point [U] {
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK: level.store %[[ONE]]
func.func @other_fill(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = math.cos %0 : f64
      cin.assign %yr[%i] = %1 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// The same into a result that has this fill.
#Sparse = #level.format<(i) -> (i : compressed)>
#Ones = #level.format<(i) -> (i : compressed), fill = 1.0 : f64>

// CHECK-LABEL: func @same_fill
// CHECK: point [a1] {
// CHECK-NOT: point
// CHECK: return
func.func @same_fill(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<?xf64, #Ones>, %n: index) -> tensor<?xf64, #Ones> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Ones>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = math.cos %0 : f64
      cin.assign %yr[%i] = %1 : !cin.ref<tensor<?xf64, #Ones>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Ones>) -> tensor<?xf64, #Ones>
  return %r : tensor<?xf64, #Ones>
}

// -----

// A mask whose absence chooses a constant restricts the domain.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @mask
// CHECK: point [m1 | x1] {
// CHECK: arith.select
// CHECK-NOT: point
// CHECK: return
func.func @mask(%m: tensor<?xf64, #Sparse> {weft.name = "m"}, %x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%m, %x) outs(%y) extents(%n) {
  ^bb0(%mr: !cin.ref<tensor<?xf64, #Sparse>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %zero = arith.constant 0.0 : f64
      %0 = cin.access %mr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = arith.cmpf one, %0, %zero : f64
      %2 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      %3 = arith.select %1, %2, %zero : f64
      cin.assign %yr[%i] = %3 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A condition makes no difference among two values that are absent.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @choice
// CHECK: points [x1], [z1] {
// CHECK-NOT: point
// CHECK: return
func.func @choice(%m: tensor<?xf64, #Sparse> {weft.name = "m"}, %x: tensor<?xf64, #Sparse> {weft.name = "x"}, %z: tensor<?xf64, #Sparse> {weft.name = "z"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%m, %x, %z) outs(%y) extents(%n) {
  ^bb0(%mr: !cin.ref<tensor<?xf64, #Sparse>>, %xr: !cin.ref<tensor<?xf64, #Sparse>>, %zr: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %zero = arith.constant 0.0 : f64
      %0 = cin.access %mr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = arith.cmpf one, %0, %zero : f64
      %2 = cin.access %xr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %3 = cin.access %zr[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %4 = arith.select %1, %2, %3 : f64
      cin.assign %yr[%i] = %4 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A literal is what absent entries are: zero times anything is zero.
// CHECK-LABEL: func @literal
// CHECK-NOT: lattice.coiterate
// CHECK: return
func.func @literal(%x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %zero = arith.constant 0.0 : f64
      %0 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      %1 = arith.mulf %0, %zero : f64
      cin.assign %yr[%i] = %1 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A literal operand does not widen the domain of a product, and with it an
// absent operand still makes a sum known.
#Sparse = #level.format<(i) -> (i : compressed)>
#Twos = #level.format<(i) -> (i : compressed), fill = 2.0 : f64>

// CHECK-LABEL: func @sum_with_literal
// CHECK: point [a1] {
// CHECK: arith.addf
// CHECK-NOT: point
// CHECK: return
func.func @sum_with_literal(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<?xf64, #Twos>, %n: index) -> tensor<?xf64, #Twos> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64, #Twos>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %two = arith.constant 2.0 : f64
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = arith.addf %0, %two : f64
      cin.assign %yr[%i] = %1 : !cin.ref<tensor<?xf64, #Twos>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Twos>) -> tensor<?xf64, #Twos>
  return %r : tensor<?xf64, #Twos>
}

// -----

// With strict zeros, what is absent is a number: nothing restricts.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @strict
// CHECK: point [{{.*}}a1{{.*}}] {
// CHECK: point [{{.*}}x1] {
// CHECK: arith.mulf
func.func @strict(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %x: tensor<?xf64> {weft.name = "x"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %x) outs(%y) extents(%n) strict_zero {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %xr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = cin.access %xr[%i] : !cin.ref<tensor<?xf64>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A value with two uses is computed once.
#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @shared
// CHECK: point [a1] {
// CHECK: %[[A:.*]] = level.load
// CHECK-NOT: level.load
// CHECK: %[[R:.*]] = math.sqrt %[[A]]
// CHECK: arith.mulf %[[R]], %[[R]]
func.func @shared(%a: tensor<?xf64, #Sparse> {weft.name = "a"}, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a) outs(%y) extents(%n) {
  ^bb0(%ar: !cin.ref<tensor<?xf64, #Sparse>>, %yr: !cin.ref<tensor<?xf64>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %0 = cin.access %ar[%i] : !cin.ref<tensor<?xf64, #Sparse>>
      %1 = math.sqrt %0 : f64
      %2 = arith.mulf %1, %1 : f64
      cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
