// RUN: weft-opt %s -weft-tabulate-segments -canonicalize -split-input-file | FileCheck %s

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// A preceding loop reads the bounds of the first segments, and those of the others if
// one of four begins with adjacent coordinates, or they are short. Where there are many
// entries that are near each other, in segments of neighbours or in short ones, they are
// added to a table, of which a list is made.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[A:[^:]*]]: !level.storage<{{[^:]*}}>, %[[S:[^:]*]]: !level.storage<{{[^:]*}}>, %[[LOW:[^:]*]]: index, %[[HIGH:[^:]*]]: index
// CHECK:         %[[EMPTY:.*]] = level.init
// CHECK:         %[[NUM:.*]] = arith.subi %[[HIGH]], %[[LOW]]
// CHECK:         %[[ENOUGH:.*]] = arith.cmpi sge, %[[NUM]], %c16
// CHECK:         %[[KNOWN:.*]]:4 = scf.if %[[ENOUGH]]
// CHECK:         %[[SAMPLED:.*]] = arith.addi %[[LOW]], %c16
// CHECK:         %[[SAMPLE:.*]]:4 = scf.for %[[P:.*]] = %[[LOW]] to %[[SAMPLED]] step %c1 iter_args(%[[N:.*]] = %c0, %[[L:.*]] = %c9223372036854775807, %[[M:.*]] = %c0, %[[R:.*]] = %c0)
// CHECK:           %[[BEGIN:.*]], %[[END:.*]] = level.pos_bounds %[[S]] level 1
// CHECK:           %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:           %[[SOME:.*]] = arith.cmpi sgt, %[[LENGTH]], %c0
// CHECK:           scf.if %[[SOME]]
// CHECK:             %[[LAST:.*]] = arith.subi %[[END]], %c1
// CHECK:             %[[FOURTH:.*]] = arith.addi %[[BEGIN]], %c3
// CHECK:             %[[AHEAD:.*]] = arith.minsi %[[FOURTH]], %[[LAST]]
// CHECK:             %[[J0:.*]], %{{.*}} = level.pos_access %[[S]] level 1 at %[[BEGIN]]
// CHECK:             %[[J9:.*]], %{{.*}} = level.pos_access %[[S]] level 1 at %[[LAST]]
// CHECK:             %[[J3:.*]], %{{.*}} = level.pos_access %[[S]] level 1 at %[[AHEAD]]
// CHECK:             %[[SPAN:.*]] = arith.subi %[[J3]], %[[J0]]
// CHECK:             %[[FOUR:.*]] = arith.cmpi eq, %[[AHEAD]], %[[FOURTH]]
// CHECK:             %[[FOLLOW:.*]] = arith.cmpi eq, %[[SPAN]], %c3
// CHECK:             arith.andi %[[FOUR]], %[[FOLLOW]]
// CHECK:             arith.addi %[[N]], %[[LENGTH]]
// CHECK:             arith.minsi %[[L]], %[[J0]]
// CHECK:             arith.maxsi %[[M]], %[[J9]]
// CHECK:         %[[COVERED:.*]] = arith.muli %[[SAMPLE]]#3, %c4
// CHECK:         %[[RUNS:.*]] = arith.cmpi sge, %[[COVERED]], %c16
// CHECK:         %[[FILLED:.*]] = arith.cmpi sge, %[[SAMPLE]]#0, %c16
// CHECK:         %[[SHORT:.*]] = arith.cmpi slt, %[[SAMPLE]]#0, %c64
// CHECK:         %[[WIDTH:.*]] = arith.subi %[[SAMPLE]]#2, %[[SAMPLE]]#1
// CHECK:         %[[CACHED:.*]] = arith.cmpi slt, %[[WIDTH]], %c{{[0-9]+}}
// CHECK:         %[[SOME:.*]] = arith.andi %[[FILLED]], %[[SHORT]]
// CHECK:         %[[FEW:.*]] = arith.andi %[[SOME]], %[[CACHED]]
// CHECK:         %[[LIKELY:.*]] = arith.ori %[[RUNS]], %[[FEW]]
// CHECK:         %[[UPPER:.*]] = arith.select %[[LIKELY]], %[[HIGH]], %[[SAMPLED]]
// CHECK:         %[[FACTS:.*]]:4 = scf.for %{{.*}} = %[[SAMPLED]] to %[[UPPER]] step %c1 iter_args(%{{.*}} = %[[SAMPLE]]#0, %{{.*}} = %[[SAMPLE]]#1, %{{.*}} = %[[SAMPLE]]#2, %{{.*}} = %[[SAMPLE]]#3)
// CHECK:         %[[MANY:.*]] = arith.cmpi sge, %[[FACTS]]#0, %c257
// CHECK:         %[[MOST:.*]] = arith.muli %[[FACTS]]#0, %c16
// CHECK:         %[[WIDTH:.*]] = arith.subi %[[FACTS]]#2, %[[FACTS]]#1
// CHECK:         %[[NEAR:.*]] = arith.cmpi slt, %[[WIDTH]], %[[MOST]]
// CHECK:         %[[DENSE:.*]] = arith.andi %[[MANY]], %[[NEAR]]
// CHECK:         %[[TWICE:.*]] = arith.muli %[[FACTS]]#3, %c2
// CHECK:         %[[RUNS:.*]] = arith.cmpi sge, %[[TWICE]], %{{.*}}
// CHECK:         %[[VECTORS:.*]] = arith.andi %[[DENSE]], %[[RUNS]]
// CHECK:         arith.cmpi sge, %[[FACTS]]#0, %c33
// CHECK:         %[[MOST:.*]] = arith.muli %[[FACTS]]#0, %c64
// CHECK:         arith.cmpi slt, %{{.*}}, %[[MOST]]
// CHECK:         arith.cmpi slt, %[[FACTS]]#0, %{{.*}}
// CHECK:         %[[EITHER:.*]] = arith.ori %[[VECTORS]], %{{.*}}
// CHECK:         arith.andi %[[LIKELY]], %[[EITHER]]
// CHECK:         %[[RESULT:.*]] = scf.if %[[KNOWN]]#3 -> (!level.builder
// CHECK:           %[[MARKS:.*]] = memref.alloc(%[[SIZE:.*]]) {weft.table = 0 : i64} : memref<?xi8>
// CHECK:           %[[TABLE:.*]] = memref.alloc(%[[SIZE]]) {weft.table = {{.*}} : i64} : memref<?xf64>
// CHECK:           scf.for %[[P:.*]] = %[[LOW]] to %[[HIGH]]
// CHECK:             scf.for %[[Q:.*]] =
// CHECK:               %[[J:.*]], %{{.*}} = level.pos_access %[[S]] level 1 at %[[Q]]
// CHECK:               %[[V:.*]] = arith.mulf
// CHECK:               %[[PLACE:.*]] = arith.subi %[[J]], %[[KNOWN]]#1
// CHECK:               %[[BEFORE:.*]] = memref.load %[[TABLE]][%[[PLACE]]]
// CHECK:               %[[SUM:.*]] = arith.addf %[[BEFORE]], %[[V]]
// CHECK:               memref.store %[[SUM]], %[[TABLE]][%[[PLACE]]]
// CHECK:               memref.store %c1_i8, %[[MARKS]][%[[PLACE]]]
// CHECK:             } {weft.loop = #weft.loop<runs>}
// CHECK:           %[[COUNT:.*]] = arith.minsi %[[SIZE]], %[[KNOWN]]#0
// CHECK:           %[[ROOM:.*]] = level.reserve_entries arith.addf %[[EMPTY]] for %[[COUNT]]
// CHECK:           %[[LIST:.*]] = level.take_entries %[[ROOM]] at %[[KNOWN]]#1 from %[[MARKS]], %[[TABLE]]
// CHECK:           memref.dealloc %[[TABLE]] {weft.table}
// CHECK:           memref.dealloc %[[MARKS]] {weft.table}
// CHECK:           scf.yield %[[LIST]]
// CHECK:         } else {
// CHECK:           %[[ALL:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[EMPTY]])
// CHECK:             level.append_coord
// CHECK:           %[[COMBINED:.*]] = level.combine_entries arith.addf %[[ALL]]
// CHECK:           scf.yield %[[COMBINED]]
// CHECK:         return %[[RESULT]]
func.func @product(%a: !level.storage<tensor<?x?xf64, #CSR>>, %s: !level.storage<tensor<?x?xf64, #CSR>>, %low: index, %high: index, %n: index) -> !level.builder<tensor<?xf64, #List>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = level.init(%n) : <tensor<?xf64, #List>>
  %list = scf.for %p = %low to %high step %c1 iter_args(%b = %empty) -> (!level.builder<tensor<?xf64, #List>>) {
    %k, %found = level.pos_access %a level 1 at %p coords(%c0) : <tensor<?x?xf64, #CSR>>
    %next = arith.addi %k, %c1 : index
    %begin, %end = level.pos_bounds %s level 1 under %k to %next : <tensor<?x?xf64, #CSR>>
    %length = arith.subi %end, %begin : index
    %room = level.reserve_entries arith.addf %b for %length : !level.builder<tensor<?xf64, #List>>
    %more = scf.for %q = %begin to %end step %c1 iter_args(%c = %room) -> (!level.builder<tensor<?xf64, #List>>) {
      %j, %there = level.pos_access %s level 1 at %q coords(%k) : <tensor<?x?xf64, #CSR>>
      %x = level.load %a[%p] : !level.storage<tensor<?x?xf64, #CSR>>
      %y = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
      %xy = arith.mulf %x, %y : f64
      %at = level.next %c level 0 : <tensor<?xf64, #List>>
      %stored = level.store %xy, %c[%at] reserved : f64, <tensor<?xf64, #List>>
      %added = level.append_coord %stored level 0 coord %j reserved : <tensor<?xf64, #List>>
      scf.yield %added : !level.builder<tensor<?xf64, #List>>
    }
    scf.yield %more : !level.builder<tensor<?xf64, #List>>
  }
  %combined = level.combine_entries arith.addf %list : !level.builder<tensor<?xf64, #List>>
  return %combined : !level.builder<tensor<?xf64, #List>>
}

// -----

#Loose = #level.format<(i, j) -> (i : dense, j : compressed(nonordered))>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// Coordinates that do not ascend have a last one that says nothing.
// CHECK-LABEL: func.func @unordered(
// CHECK-NOT:     level.take_entries
// CHECK:         return
func.func @unordered(%s: !level.storage<tensor<?x?xf64, #Loose>>, %low: index, %high: index, %n: index) -> !level.builder<tensor<?xf64, #List>> {
  %c1 = arith.constant 1 : index
  %empty = level.init(%n) : <tensor<?xf64, #List>>
  %list = scf.for %k = %low to %high step %c1 iter_args(%b = %empty) -> (!level.builder<tensor<?xf64, #List>>) {
    %next = arith.addi %k, %c1 : index
    %begin, %end = level.pos_bounds %s level 1 under %k to %next : <tensor<?x?xf64, #Loose>>
    %length = arith.subi %end, %begin : index
    %room = level.reserve_entries arith.addf %b for %length : !level.builder<tensor<?xf64, #List>>
    %more = scf.for %q = %begin to %end step %c1 iter_args(%c = %room) -> (!level.builder<tensor<?xf64, #List>>) {
      %j, %there = level.pos_access %s level 1 at %q coords(%k) : <tensor<?x?xf64, #Loose>>
      %y = level.load %s[%q] : !level.storage<tensor<?x?xf64, #Loose>>
      %at = level.next %c level 0 : <tensor<?xf64, #List>>
      %stored = level.store %y, %c[%at] reserved : f64, <tensor<?xf64, #List>>
      %added = level.append_coord %stored level 0 coord %j reserved : <tensor<?xf64, #List>>
      scf.yield %added : !level.builder<tensor<?xf64, #List>>
    }
    scf.yield %more : !level.builder<tensor<?xf64, #List>>
  }
  %combined = level.combine_entries arith.addf %list : !level.builder<tensor<?xf64, #List>>
  return %combined : !level.builder<tensor<?xf64, #List>>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// A combiner of which no number is known that changes nothing has no table that is
// taken as it is.
// CHECK-LABEL: func.func @differences(
// CHECK-NOT:     level.take_entries
// CHECK:         return
func.func @differences(%s: !level.storage<tensor<?x?xf64, #CSR>>, %low: index, %high: index, %n: index) -> !level.builder<tensor<?xf64, #List>> {
  %c1 = arith.constant 1 : index
  %empty = level.init(%n) : <tensor<?xf64, #List>>
  %list = scf.for %k = %low to %high step %c1 iter_args(%b = %empty) -> (!level.builder<tensor<?xf64, #List>>) {
    %next = arith.addi %k, %c1 : index
    %begin, %end = level.pos_bounds %s level 1 under %k to %next : <tensor<?x?xf64, #CSR>>
    %length = arith.subi %end, %begin : index
    %room = level.reserve_entries arith.subf %b for %length : !level.builder<tensor<?xf64, #List>>
    %more = scf.for %q = %begin to %end step %c1 iter_args(%c = %room) -> (!level.builder<tensor<?xf64, #List>>) {
      %j, %there = level.pos_access %s level 1 at %q coords(%k) : <tensor<?x?xf64, #CSR>>
      %y = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
      %at = level.next %c level 0 : <tensor<?xf64, #List>>
      %stored = level.store %y, %c[%at] reserved : f64, <tensor<?xf64, #List>>
      %added = level.append_coord %stored level 0 coord %j reserved : <tensor<?xf64, #List>>
      scf.yield %added : !level.builder<tensor<?xf64, #List>>
    }
    scf.yield %more : !level.builder<tensor<?xf64, #List>>
  }
  %combined = level.combine_entries arith.subf %list : !level.builder<tensor<?xf64, #List>>
  return %combined : !level.builder<tensor<?xf64, #List>>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// A list that has entries before is no table.
// CHECK-LABEL: func.func @begun(
// CHECK-NOT:     level.take_entries
// CHECK:         return
func.func @begun(%begun: !level.builder<tensor<?xf64, #List>>, %s: !level.storage<tensor<?x?xf64, #CSR>>, %low: index, %high: index) -> !level.builder<tensor<?xf64, #List>> {
  %c1 = arith.constant 1 : index
  %list = scf.for %k = %low to %high step %c1 iter_args(%b = %begun) -> (!level.builder<tensor<?xf64, #List>>) {
    %next = arith.addi %k, %c1 : index
    %begin, %end = level.pos_bounds %s level 1 under %k to %next : <tensor<?x?xf64, #CSR>>
    %length = arith.subi %end, %begin : index
    %room = level.reserve_entries arith.addf %b for %length : !level.builder<tensor<?xf64, #List>>
    %more = scf.for %q = %begin to %end step %c1 iter_args(%c = %room) -> (!level.builder<tensor<?xf64, #List>>) {
      %j, %there = level.pos_access %s level 1 at %q coords(%k) : <tensor<?x?xf64, #CSR>>
      %y = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
      %at = level.next %c level 0 : <tensor<?xf64, #List>>
      %stored = level.store %y, %c[%at] reserved : f64, <tensor<?xf64, #List>>
      %added = level.append_coord %stored level 0 coord %j reserved : <tensor<?xf64, #List>>
      scf.yield %added : !level.builder<tensor<?xf64, #List>>
    }
    scf.yield %more : !level.builder<tensor<?xf64, #List>>
  }
  %combined = level.combine_entries arith.addf %list : !level.builder<tensor<?xf64, #List>>
  return %combined : !level.builder<tensor<?xf64, #List>>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// The coordinates of several parents do not ascend.
// CHECK-LABEL: func.func @parents(
// CHECK-NOT:     level.take_entries
// CHECK:         return
func.func @parents(%s: !level.storage<tensor<?x?xf64, #CSR>>, %low: index, %high: index, %n: index) -> !level.builder<tensor<?xf64, #List>> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %empty = level.init(%n) : <tensor<?xf64, #List>>
  %list = scf.for %k = %low to %high step %c1 iter_args(%b = %empty) -> (!level.builder<tensor<?xf64, #List>>) {
    %next = arith.addi %k, %c2 : index
    %begin, %end = level.pos_bounds %s level 1 under %k to %next : <tensor<?x?xf64, #CSR>>
    %length = arith.subi %end, %begin : index
    %room = level.reserve_entries arith.addf %b for %length : !level.builder<tensor<?xf64, #List>>
    %more = scf.for %q = %begin to %end step %c1 iter_args(%c = %room) -> (!level.builder<tensor<?xf64, #List>>) {
      %j, %there = level.pos_access %s level 1 at %q coords(%k) : <tensor<?x?xf64, #CSR>>
      %y = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
      %at = level.next %c level 0 : <tensor<?xf64, #List>>
      %stored = level.store %y, %c[%at] reserved : f64, <tensor<?xf64, #List>>
      %added = level.append_coord %stored level 0 coord %j reserved : <tensor<?xf64, #List>>
      scf.yield %added : !level.builder<tensor<?xf64, #List>>
    }
    scf.yield %more : !level.builder<tensor<?xf64, #List>>
  }
  %combined = level.combine_entries arith.addf %list : !level.builder<tensor<?xf64, #List>>
  return %combined : !level.builder<tensor<?xf64, #List>>
}

// -----

#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
#List = #level.format<(i) -> (i : compressed(nonunique))>

// What asks how many entries the list has needs the list.
// CHECK-LABEL: func.func @counted(
// CHECK-NOT:     level.take_entries
// CHECK:         return
func.func @counted(%s: !level.storage<tensor<?x?xf64, #CSR>>, %low: index, %high: index, %n: index) -> !level.builder<tensor<?xf64, #List>> {
  %c1 = arith.constant 1 : index
  %empty = level.init(%n) : <tensor<?xf64, #List>>
  %list = scf.for %k = %low to %high step %c1 iter_args(%b = %empty) -> (!level.builder<tensor<?xf64, #List>>) {
    %next = arith.addi %k, %c1 : index
    %begin, %end = level.pos_bounds %s level 1 under %k to %next : <tensor<?x?xf64, #CSR>>
    %used = level.next %b level 0 : <tensor<?xf64, #List>>
    %span = arith.subi %end, %begin : index
    %length = arith.maxsi %span, %used : index
    %room = level.reserve_entries arith.addf %b for %length : !level.builder<tensor<?xf64, #List>>
    %more = scf.for %q = %begin to %end step %c1 iter_args(%c = %room) -> (!level.builder<tensor<?xf64, #List>>) {
      %j, %there = level.pos_access %s level 1 at %q coords(%k) : <tensor<?x?xf64, #CSR>>
      %y = level.load %s[%q] : !level.storage<tensor<?x?xf64, #CSR>>
      %at = level.next %c level 0 : <tensor<?xf64, #List>>
      %stored = level.store %y, %c[%at] reserved : f64, <tensor<?xf64, #List>>
      %added = level.append_coord %stored level 0 coord %j reserved : <tensor<?xf64, #List>>
      scf.yield %added : !level.builder<tensor<?xf64, #List>>
    }
    scf.yield %more : !level.builder<tensor<?xf64, #List>>
  }
  %combined = level.combine_entries arith.addf %list : !level.builder<tensor<?xf64, #List>>
  return %combined : !level.builder<tensor<?xf64, #List>>
}
