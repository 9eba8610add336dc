# Runs the program of thesis figure 1-6 on small files and compares the file that
# it writes.
execute_process(
  COMMAND "${PROGRAM}" "${INPUTS}/B.mtx" "${INPUTS}/c.tns" "${OUTPUT}"
  COMMAND_ERROR_IS_FATAL ANY)
file(READ "${OUTPUT}" written)
if(NOT written STREQUAL "1 8\n2 0\n3 4.5\n")
  message(FATAL_ERROR "unexpected result:\n${written}")
endif()
