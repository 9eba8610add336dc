// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func @shifted
// CHECK-SAME:    %[[O:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index)
func.func @shifted(%a: !level.storage<tensor<?xf64, #Sparse>>, %b: !level.storage<tensor<?xf64, #Sparse>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: lattice.coiterate "i" in %{{.*}} to %[[N]] over (a1 = %{{.*}} level 0 under %{{.*}} to %{{.*}} coords() : {{.*}}, b1 = %{{.*}} level 0 strided 2 from %[[O]] under %{{.*}} to %{{.*}} coords() : {{.*}}) {
  lattice.coiterate "i" in %c0 to %n
      over (a1 = %a level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>,
            b1 = %b level 0 strided 2 from %o under %c0 to %c1 coords() : !level.storage<tensor<?xf64, #Sparse>>) {
    point [a1, b1] {
    ^bb0(%i: index, %pa: index, %pb: index):
    }
  }
  return
}
