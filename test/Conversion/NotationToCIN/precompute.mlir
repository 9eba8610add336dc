// RUN: weft-opt %s "-weft-apply-schedule=schedule=precompute(T0(i,k)*T1(k,j),j,jw)" | FileCheck %s --check-prefix=ROW
// RUN: weft-opt %s "-weft-apply-schedule=schedule=precompute(T0(i,k)*T1(k,j),{k,j},{kw,jw},p,hashed)" | FileCheck %s --check-prefix=HASHED
// RUN: weft-opt %s "-weft-apply-schedule=schedule=split(j,j0,j1,16),reorder(j0,i,k,j1),precompute(T0(i,k)*T1(k,j),j1,jw)" | FileCheck %s --check-prefix=TILE
// RUN: weft-opt %s "-weft-apply-schedule=schedule=reorder(k,i,j),precompute(T1(k,j),j,jw)" | FileCheck %s --check-prefix=LEFT

// The rows of a product in a workspace (thesis, section 6.2). What is reduced over
// moves into the producer, and the consumer sets what it combined into before.
// ROW-LABEL: func @product
// ROW: cin.forall "i"
// ROW-NEXT: ^bb0
// ROW-NEXT: cin.where "w" (%[[N:[^ ]*]]) : tensor<?xf64> reason<precomputed> storage<absence_unobserved> producer {
// ROW: cin.forall "k"
// ROW: cin.forall "jw" to %[[N]]
// ROW: arith.mulf
// ROW-NEXT: cin.assign %w[%jw] arith.addf
// ROW: } consumer {
// ROW: cin.forall "j" to %[[N]]
// ROW: %[[V:.*]] = cin.access %w[%j]
// ROW-NEXT: cin.assign %{{.*}}[%i, %j] = %[[V]]

// HASHED-LABEL: func @product
// HASHED: cin.where "p" {{.*}} : tensor<?x?xf64, #[[$FORMAT:.*]]> reason<precomputed> storage<requested> producer
// HASHED: cin.assign %p[%kw, %jw] =
// HASHED: cin.assign %{{.*}}[%i, %j] arith.addf

// A tile has room for its coordinates, and the variables that derive from its
// own are derived on both sides.
// TILE-LABEL: func @product
// TILE: cin.kernel {{.*}} extents(%{{.*}}, %{{.*}}, %{{.*}}, %c16, %{{.*}})
// TILE: cin.forall "j0"
// TILE: cin.forall "i"
// TILE: cin.where "w" () : tensor<16xf64> reason<precomputed> storage<absence_unobserved> producer {
// TILE: cin.forall "k"
// TILE: cin.forall "jw"
// TILE: cin.split "j2" %j0, %jw down 16
// TILE: cin.assign %w[%jw] arith.addf
// TILE: } consumer {
// TILE: cin.forall "j1"
// TILE: cin.split "j" %j0, %j1 down 16

// What does not depend on a loop is computed before it.
// LEFT-LABEL: func @product
// LEFT: cin.forall "k"
// LEFT: cin.where "w" (%{{.*}}) : tensor<?xf64, #{{.*}}> reason<precomputed> storage<absence_observed> producer {
// LEFT: cin.forall "jw"
// LEFT-NEXT: ^bb0
// LEFT-NEXT: cin.access
// LEFT-NEXT: cin.assign %w[%jw] =
// LEFT: } consumer {
// LEFT: cin.forall "i"
// LEFT: cin.forall "j"
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @product(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x?xf64, #CSR>, %c: tensor<?x?xf64>, %m: index, %n: index, %o: index) -> tensor<?x?xf64> {
  %r = cin.kernel ins(%a, %b) outs(%c) extents(%m, %n, %o) {
  ^bb0(%ar: !cin.ref<tensor<?x?xf64, #CSR>>, %br: !cin.ref<tensor<?x?xf64, #CSR>>, %cr: !cin.ref<tensor<?x?xf64>>, %em: index, %en: index, %eo: index):
    cin.forall "i" to %em {
    ^bb0(%i: !cin.index):
      cin.forall "k" to %eo {
      ^bb0(%k: !cin.index):
        cin.forall "j" to %en {
        ^bb0(%j: !cin.index):
          %0 = cin.access %ar[%i, %k] : !cin.ref<tensor<?x?xf64, #CSR>>
          %1 = cin.access %br[%k, %j] : !cin.ref<tensor<?x?xf64, #CSR>>
          %2 = arith.mulf %0, %1 : f64
          cin.assign %cr[%i, %j] arith.addf %2 : !cin.ref<tensor<?x?xf64>>
        }
      }
    }
  } : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
