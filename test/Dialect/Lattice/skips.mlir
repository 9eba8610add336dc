// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

#Sparse = #level.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @any(
// CHECK: lattice.coiterate "j" in %{{.*}} to %{{.*}} gallop(16) over (b1 = {{.*}}, c1 = {{.*}}) carry (%{{.*}} : i1) until [true] {
func.func @any(%b: !level.storage<tensor<?xi1, #Sparse>>, %c: !level.storage<tensor<?xi1, #Sparse>>, %n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %any = lattice.coiterate "j" in %c0 to %n gallop(16)
      over (b1 = %b level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Sparse>>,
            c1 = %c level 0 under %c0 to %c1 coords() : !level.storage<tensor<?xi1, #Sparse>>)
      carry (%false : i1) until [true] {
    point [b1, c1] {
    ^bb0(%j: index, %pb: index, %pc: index, %acc: i1):
      %v = level.load %b[%pb] : !level.storage<tensor<?xi1, #Sparse>>
      %next = arith.ori %acc, %v : i1
      lattice.yield %next : i1
    }
  }
  return %any : i1
}
