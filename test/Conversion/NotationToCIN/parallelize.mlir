// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(i,CPUThread,NoRaces)' | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(i,CPUThread,NoRaces,dynamic,64)' | FileCheck %s --check-prefix=DYNAMIC
// RUN: weft-opt %s '-weft-apply-schedule=schedule=split(i,i0,i1,32),parallelize(i0,CPUThread,NoRaces,static)' | FileCheck %s --check-prefix=TILES

// CHECK: cin.forall "i" to %{{.*}} parallel(cpu_thread, no_races) {
// DYNAMIC: cin.forall "i" to %{{.*}} parallel(cpu_thread, no_races, dynamic 64) {
// A coordinate is in one tile, so that tiles have no row in common.
// TILES: cin.forall "i0" to %{{.*}} parallel(cpu_thread, no_races, static) {
// TILES: cin.forall "i1" to %{{[^ ]*}} {

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(j,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: schedule:1:1: error: cannot parallelize 'j' with no_races: different iterations of 'j' may assign the same component of T2
// RACE: parallelize.mlir:{{[0-9]+}}:{{[0-9]+}}: note: the statement is here

// The tiles of the columns have all rows in common.
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=split(j,j0,j1,32),reorder(j0,i,j1),parallelize(j0,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: error: cannot parallelize 'j0' with no_races: different iterations of 'j0' may assign the same component of T2

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(i,CPUThread,NoRaces),parallelize(i,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: schedule:1:34: error: cannot parallelize 'i': it is parallel already

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=split(i,i0,i1,2),parallelize(i0,CPUThread,NoRaces),parallelize(i1,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: error: cannot parallelize 'i1': 'i0' is parallel already, and one of two nested loops can be

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=split(i,i0,i1,2),parallelize(i1,CPUThread,NoRaces),parallelize(i0,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=AROUND
// AROUND: error: cannot parallelize 'i0': 'i1' is parallel already, and one of two nested loops can be

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=mergeby(i,Gallop),parallelize(i,CPUThread,NoRaces)' 2>&1 | FileCheck %s --check-prefix=TAG
// TAG: error: cannot parallelize 'i': it has another tag

// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(i,GPUBlock,NoRaces)' | FileCheck %s --check-prefix=UNIT
// UNIT: cin.forall {{.*}}parallel(gpu_block, no_races)

func.func @rows(%a: tensor<?x?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
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
