// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(j,CPUVector,Temporary),parallelize(i,CPUThread,NoRaces)' | FileCheck %s
// RUN: weft-opt %s '-weft-apply-schedule=schedule=reorder(j,i),split(i,i0,i1,8),reorder(i0,j,i1),parallelize(i1,CPUVector,NoRaces)' | FileCheck %s --check-prefix=TILE

// Lanes have partial results in registers, so that the statement stays as it is;
// threads may share a loop around them.
// CHECK: cin.forall "i" to %{{.*}} parallel(cpu_thread, no_races) {
// CHECK: cin.forall "j" to %{{.*}} parallel(cpu_vector, temporary) {
// CHECK-NOT: cin.where
// TILE: cin.forall "j" to %{{[^ ]*}} {
// TILE: cin.forall "i1" to %{{.*}} parallel(cpu_vector, no_races) {

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(j,CPUVector,NoRaces)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: schedule:1:1: error: cannot parallelize 'j' with no_races: different iterations of 'j' may assign the same component of T2

// Lanes of a loop that has others inside are a tile that goes inside of these.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(i,CPUVector,NoRaces)' | FileCheck %s --check-prefix=SUNK
// SUNK: cin.forall "i0" to %{{[^ ]*}} {
// SUNK: cin.forall "j" to %{{[^ ]*}} {
// SUNK: cin.forall "i1" to %{{.*}} parallel(cpu_vector, no_races) {
// SUNK: cin.split "i" %i0, %i1 down 16 of

// But not of what decides what the others go over, or where they are no nest.
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=pos(j,p,T0),parallelize(i,CPUVector,NoRaces)' 2>&1 | FileCheck %s --check-prefix=INNERMOST
// INNERMOST: error: cannot parallelize 'i': lanes share the innermost loop, and 'p' is inside of it

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(j,CPUVector,Atomics)' 2>&1 | FileCheck %s --check-prefix=ATOMICS
// ATOMICS: error: cannot parallelize 'j': the race strategy atomics is not supported with cpu_vector, whose lanes have partial results in registers; use temporary

// Lanes that combine into one component lose nothing; others are asked what
// threads are.
// RUN: weft-opt %s '-weft-apply-schedule=schedule=parallelize(j,CPUVector,IgnoreRaces)' | FileCheck %s --check-prefix=CARRIED
// CARRIED: cin.forall "j" to %{{.*}} parallel(cpu_vector, ignore_races) {
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),parallelize(f,CPUVector,IgnoreRaces)' 2>&1 | FileCheck %s --check-prefix=IGNORED
// IGNORED: error: cannot parallelize 'f' with ignore_races: {{.*}}: an update that is lost changes the result, since its combiner is not known to be idempotent; the option allow-races ignores that
// RUN: weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),parallelize(f,CPUVector,IgnoreRaces) allow-races=true' | FileCheck %s --check-prefix=ALLOWED
// ALLOWED: cin.forall "f" parallel(cpu_vector, ignore_races) {

// RUN: not weft-opt %s '-weft-apply-schedule=schedule=parallelize(j,CPUVector,Temporary,dynamic)' 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: cannot parallelize 'j': lanes have no distribution of the iterations

// What a part of the variable combines into is one component only for the other.
// RUN: not weft-opt %s '-weft-apply-schedule=schedule=fuse(i,j,f),parallelize(f,CPUVector,Temporary)' 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: error: cannot parallelize 'f' with temporary: different iterations of 'f' may assign the same component of T2: partial results are of one component, and iterations have several

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
