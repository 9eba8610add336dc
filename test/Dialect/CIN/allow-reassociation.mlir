// RUN: weft-opt %s -cin-allow-reassociation | FileCheck %s

// The sum may be taken in any order; the difference is what the expression
// says. Conversions and integers have no flags.

// CHECK-LABEL: func @reduce
func.func @reduce(%b: tensor<?xf64>, %c: tensor<?xf32>, %n: index,
                  %empty: tensor<f64>) -> tensor<f64> {
  %a = cin.kernel ins(%b, %c) outs(%empty) extents(%n) {
  ^bb0(%rb: !cin.ref<tensor<?xf64>>, %rc: !cin.ref<tensor<?xf32>>,
       %ra: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %rb[%i] : !cin.ref<tensor<?xf64>>
      %1 = cin.access %rc[%i] : !cin.ref<tensor<?xf32>>
      // CHECK: arith.extf %{{.*}} : f32 to f64
      %2 = arith.extf %1 : f32 to f64
      // CHECK: arith.subf %{{.*}}, %{{.*}} fastmath<contract> : f64
      %3 = arith.subf %0, %2 : f64
      // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,contract> : f64
      cin.assign %ra[] arith.addf %3 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<?xf32>, tensor<f64>) -> tensor<f64>
  return %a : tensor<f64>
}

// Of a combiner of several operations, each is in its place: this one keeps what
// additions lose.

// CHECK-LABEL: func @written
func.func @written(%b: tensor<?xf64>, %n: index, %empty: tensor<f64>) -> tensor<f64> {
  %a = cin.kernel ins(%b) outs(%empty) extents(%n) {
  ^bb0(%rb: !cin.ref<tensor<?xf64>>, %ra: !cin.ref<tensor<f64>>, %en: index):
    cin.forall "i" to %en {
    ^bb0(%i: !cin.index):
      %0 = cin.access %rb[%i] : !cin.ref<tensor<?xf64>>
      // CHECK-NOT: reassoc
      // CHECK: return
      cin.assign %ra[] {
      ^bb0(%x: f64, %y: f64):
        %s = arith.addf %x, %y : f64
        %t = arith.subf %s, %x : f64
        %u = arith.addf %x, %t : f64
        cin.yield %u : f64
      } %0 : !cin.ref<tensor<f64>>
    }
  } : (tensor<?xf64>, tensor<f64>) -> tensor<f64>
  return %a : tensor<f64>
}
