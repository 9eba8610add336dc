// RUN: weft-opt %s --cin-set-assembly=assembly=assemble | FileCheck %s --check-prefix=ASSEMBLE
// RUN: weft-opt %s --cin-set-assembly=assembly=compute | FileCheck %s --check-prefix=COMPUTE
// RUN: weft-opt %s --cin-set-assembly=assembly=two_phase | FileCheck %s --check-prefix=TWO
// RUN: weft-opt %s --cin-set-assembly | FileCheck %s --check-prefix=FUSED

#Sparse = #level.format<(i) -> (i : compressed)>

// The kernel whose result is returned changes; the one of a temporary does not.

// ASSEMBLE-LABEL: func.func @copy(
// ASSEMBLE: %[[T:.*]] = cin.kernel ins(%{{.*}}) outs(%{{.*}}) extents(%{{.*}}) {
// ASSEMBLE: cin.kernel ins(%[[T]]) outs(%{{.*}}) extents(%{{.*}}) assembly(assemble) {

// COMPUTE-LABEL: func.func @copy(
// COMPUTE-SAME: %{{.*}}: tensor<?xf64, #{{.*}}>, %{{.*}}: index, %[[S:.*]]: tensor<?xf64, #{{.*}}> {weft.name = "y"})
// COMPUTE: %[[T:.*]] = cin.kernel ins(%{{.*}}) outs(%{{.*}}) extents(%{{.*}}) {
// COMPUTE: cin.kernel ins(%[[T]]) outs(%[[S]]) extents(%{{.*}}) assembly(compute) {

// TWO-LABEL: func.func @copy(
// TWO-SAME: %{{.*}}: tensor<?xf64, #{{.*}}>, %{{.*}}: index) ->
// TWO: %[[T:.*]] = cin.kernel ins(%{{.*}}) outs(%{{.*}}) extents(%{{.*}}) {
// TWO: cin.kernel ins(%[[T]]) outs(%{{.*}}) extents(%{{.*}}) assembly(two_phase) {

// FUSED-LABEL: func.func @copy(
// FUSED-NOT: assembly(
func.func @copy(%x: tensor<?xf64, #Sparse>, %n: index)
    -> (tensor<?xf64, #Sparse> {weft.name = "y"}) {
  %e = tensor.empty(%n) : tensor<?xf64, #Sparse>
  %t = cin.kernel ins(%x) outs(%e) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64, #Sparse>>, %b: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : <tensor<?xf64, #Sparse>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  %y = cin.kernel ins(%t) outs(%e) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64, #Sparse>>, %b: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : <tensor<?xf64, #Sparse>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %y : tensor<?xf64, #Sparse>
}

// There is nothing to choose for a declaration.

// ASSEMBLE: func.func private @declaration(tensor<?xf64>) -> tensor<?xf64>
// COMPUTE: func.func private @declaration(tensor<?xf64>) -> tensor<?xf64>
func.func private @declaration(tensor<?xf64>) -> tensor<?xf64>

// What is returned twice keeps one structure, with the name of the first.

// COMPUTE-LABEL: func.func @twice(
// COMPUTE-SAME: %{{.*}}: tensor<?xf64, #{{.*}}>, %{{.*}}: tensor<?xf64, #{{.*}}>, %{{.*}}: index, %[[S:[a-z0-9]+]]: tensor<?xf64, #{{.*}}> {weft.name = "a"}) ->
// COMPUTE: cin.kernel ins(%{{.*}}) outs(%[[S]]) extents(%{{.*}}) assembly(compute) {
func.func @twice(%x: tensor<?xf64, #Sparse>, %y: tensor<?xf64, #Sparse>, %n: index)
    -> (tensor<?xf64, #Sparse> {weft.name = "a"}, tensor<?xf64, #Sparse> {weft.name = "b"}) {
  %r = cin.kernel ins(%x) outs(%y) extents(%n) {
  ^bb0(%a: !cin.ref<tensor<?xf64, #Sparse>>, %b: !cin.ref<tensor<?xf64, #Sparse>>, %m: index):
    cin.forall "i" to %m {
    ^bb0(%i: !cin.index):
      %v = cin.access %a[%i] : <tensor<?xf64, #Sparse>>
      cin.assign %b[%i] = %v : !cin.ref<tensor<?xf64, #Sparse>>
    }
  } : (tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>) -> tensor<?xf64, #Sparse>
  return %r, %r : tensor<?xf64, #Sparse>, tensor<?xf64, #Sparse>
}
