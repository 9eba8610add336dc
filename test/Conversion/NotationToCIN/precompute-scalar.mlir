// What only the producer of a scalar computes goes to the workspace at once, whose
// fill is the identity of the combiner (thesis, section 6.2, "Facilitate Reorder").
// RUN: weft-opt %s "-weft-apply-schedule=schedule=precompute(t,i,iw),reorder(j,iw)" | FileCheck %s --check-prefix=SCALAR
// SCALAR: #[[$FILL:.*]] = #level.format<(d0) -> (d0 : dense), fill = 0xFFF0000000000000 : f64>
// SCALAR-LABEL: func @longest
// SCALAR: cin.where "w" (%[[M:[^ ]*]]) : tensor<?xf64, #[[$FILL]]> reason<precomputed> storage<fully_computed> producer {
// SCALAR: cin.forall "j"
// SCALAR: cin.forall "iw" to %[[M]]
// SCALAR: cin.assign %w[%iw] arith.maximumf
// SCALAR: } consumer {
// SCALAR: cin.forall "i" to %[[M]]
// SCALAR: arith.addf
// SCALAR-NOT: cin.where
#S = #level.format<() -> (), fill = 0xFFF0000000000000 : f64>
func.func @longest(%a: tensor<?x?xf64>, %z: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %r = cin.kernel ins(%a, %z) outs(%y) extents(%m, %n) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64>>, %zr: !cin.ref<tensor<?xf64>>, %yr: !cin.ref<tensor<?xf64>>, %em: index, %en: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.where "t" () : tensor<f64, #S> producer {
      ^bb0(%t: !cin.ref<tensor<f64, #S>>):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %j] : !cin.ref<tensor<?x?xf64>>
          cin.assign %t[] arith.maximumf %0 : !cin.ref<tensor<f64, #S>>
        }
      } consumer {
      ^bb0(%t: !cin.ref<tensor<f64, #S>>):
        %0 = cin.access %t[] : !cin.ref<tensor<f64, #S>>
        %1 = cin.access %zr[%i] : !cin.ref<tensor<?xf64>>
        %2 = arith.addf %0, %1 : f64
        cin.assign %yr[%i] = %2 : !cin.ref<tensor<?xf64>>
      }
    }
  } : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}
